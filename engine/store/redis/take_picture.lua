-- Takes room for a picture of an encounter, unless there is too little.
--
-- KEYS  1 room    of one host: "encounter/picture" -> bytes
-- ARGV  1 "encounter/"   2 picture   3 its bytes   4 most of an encounter   5 most bytes of an encounter
--       6 most of a host   7 most bytes of a host
--
-- Returns  {'taken'} | {'full', 'fight' | 'host', 'pictures' | 'bytes'}

local field, size = ARGV[1] .. ARGV[2], tonumber(ARGV[3])
if redis.call('HEXISTS', KEYS[1], field) == 1 then return {'taken'} end

local fight, host, fight_bytes, host_bytes = 1, 1, size, size
local rows = redis.call('HGETALL', KEYS[1])
for i = 1, #rows, 2 do
  local bytes = tonumber(rows[i + 1])
  host, host_bytes = host + 1, host_bytes + bytes
  if string.sub(rows[i], 1, #ARGV[1]) == ARGV[1] then fight, fight_bytes = fight + 1, fight_bytes + bytes end
end
if fight > tonumber(ARGV[4]) then return {'full', 'fight', 'pictures'} end
if fight_bytes > tonumber(ARGV[5]) then return {'full', 'fight', 'bytes'} end
if host > tonumber(ARGV[6]) then return {'full', 'host', 'pictures'} end
if host_bytes > tonumber(ARGV[7]) then return {'full', 'host', 'bytes'} end

redis.call('HSET', KEYS[1], field, size)
return {'taken'}
