-- Appends the events of one step, all or none.
--
-- KEYS  1 events   2 commands   3 secret   4 meta   5 seats   6 preferences    all of one encounter, so all in one slot
-- ARGV  1 expected version   2 expected hash   3 encounter   4 wake channel
--       5 key of the command (seat and key)   6 its fingerprint   7 "1": write even if the key is known
--       8 dice secret, "" for none   9 hidden secret
--       10..14 system, name, status, created, updated
--       15 seat   16 epoch of its token, "" for no token
--       17 number of preferences the step was decided on, "" for not checked; then name and value of each
--       then for each event: public, hash, secret, to, salt    ("" if an event has none)
--
-- Returns  {'appended' | 'again', first, last} | {'revoked'} | {'reused'} | {'conflict', version, hash} | {'changed'}

local events, commands, secret, meta, seats, preferences = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local PREFERRED = 18
local FIRST, WIDTH = PREFERRED + 2 * (tonumber(ARGV[17]) or 0), 5
local PRIVATE = {'secret', 'to', 'salt'}

-- Checked first: a revoked seat learns nothing else, not even about its own commands.
if ARGV[16] ~= '' and tonumber(redis.call('HGET', seats, ARGV[15]) or 0) > tonumber(ARGV[16]) then
  return {'revoked'}
end

-- The key is checked before the version: a retry of a successful call meets a head that it moved itself.
local known = redis.call('HGET', commands, ARGV[5])
if known then
  local fingerprint, first, last = string.match(known, '^(.*) (%d+) (%d+)$')
  if fingerprint ~= ARGV[6] then return {'reused'} end
  -- WAIT counts only the writes of its own connection: without a write it would confirm nothing.
  if ARGV[7] == '1' then redis.call('HSET', commands, ARGV[5], known) end
  return {'again', tonumber(first), tonumber(last)}
end

-- Version and hash: after lost events a version may exist again with other events.
local version, hash = 0, ''
local last = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)[1]
if last then
  version = tonumber(string.match(last[1], '^(%d+)'))
  for i = 1, #last[2], 2 do
    if last[2][i] == 'hash' then hash = last[2][i + 1] end
  end
end
if version ~= tonumber(ARGV[1]) or hash ~= ARGV[2] then return {'conflict', version, hash} end

-- The preferences themselves, not a change counter: after a failover a counter may repeat with other values.
if ARGV[17] ~= '' then
  local decided, standing = {}, redis.call('HGETALL', preferences)
  for i = PREFERRED, FIRST - 1, 2 do decided[ARGV[i]] = ARGV[i + 1] end
  if #standing ~= FIRST - PREFERRED then return {'changed'} end
  for i = 1, #standing, 2 do
    if decided[standing[i]] ~= standing[i + 1] then return {'changed'} end
  end
end

local first = version + 1
for i = FIRST, #ARGV, WIDTH do
  version = version + 1
  hash = ARGV[i + 1]
  local entry = {'event', ARGV[i]}
  for offset, name in ipairs(PRIVATE) do
    local value = ARGV[i + 1 + offset]
    if value ~= '' then
      entry[#entry + 1] = name
      entry[#entry + 1] = value
    end
  end
  entry[#entry + 1] = 'hash'
  entry[#entry + 1] = hash
  redis.call('XADD', events, string.format('%d-0', version), unpack(entry))
end

redis.call('HSET', commands, ARGV[5], string.format('%s %d %d', ARGV[6], first, version))
if ARGV[8] ~= '' then redis.call('HSET', secret, 'dice', ARGV[8], 'hidden', ARGV[9]) end
redis.call('HSET', meta, 'system', ARGV[10], 'name', ARGV[11], 'status', ARGV[12], 'created', ARGV[13],
  'updated', ARGV[14], 'version', version, 'hash', hash)

-- Last, and never an error: the events are stored, and a user without rights to the channel must learn so.
redis.pcall('PUBLISH', ARGV[4], ARGV[3] .. ' ' .. string.format('%d', version))
return {'appended', first, version}
