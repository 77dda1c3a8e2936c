-- Puts items on the shelves of a host, all or none.
--
-- KEYS  1 items   2 contents   3 figures    all of one host, so all in one slot
-- ARGV  1 most items   2 most bytes
--       then for each item: field, expected version ("" for any), digest, size, details, content
--
-- An entry of `items` is "version size digest details"; `figures` has version (of the last change) and bytes.
-- Returns  {'shelved', version of each} | {'conflict', number of the item, its version} | {'full', 'items' | 'bytes'}

local items, contents, figures = KEYS[1], KEYS[2], KEYS[3]
local WIDTH = 6
local said, changed, added, growth = {'shelved'}, {}, 0, 0

for i = 3, #ARGV, WIDTH do
  local known = redis.call('HGET', items, ARGV[i])
  local version, size, digest = 0, 0, nil
  if known then
    local v, s, d = string.match(known, '^(%d+) (%d+) (%x+) ')
    version, size, digest = tonumber(v), tonumber(s), d
  end
  if digest == ARGV[i + 2] then
    -- As it is: a call repeated after a lost answer meets the version that it made itself.
    said[#said + 1] = version
  elseif ARGV[i + 1] ~= '' and tonumber(ARGV[i + 1]) ~= version then
    return {'conflict', (i - 3) / WIDTH, version}
  else
    if not known then added = added + 1 end
    growth = growth + tonumber(ARGV[i + 3]) - size
    changed[#changed + 1] = i
    said[#said + 1] = 0
  end
end
if #changed == 0 then return said end

-- Where a limit was lowered, what makes a full shelf smaller is still taken.
if added > 0 and redis.call('HLEN', items) + added > tonumber(ARGV[1]) then return {'full', 'items'} end
if growth > 0 and tonumber(redis.call('HGET', figures, 'bytes') or 0) + growth > tonumber(ARGV[2]) then
  return {'full', 'bytes'}
end

local version = redis.call('HINCRBY', figures, 'version', 1)
redis.call('HINCRBY', figures, 'bytes', growth)
for _, i in ipairs(changed) do
  redis.call('HSET', items, ARGV[i], string.format('%d %s %s ', version, ARGV[i + 3], ARGV[i + 2]) .. ARGV[i + 4])
  redis.call('HSET', contents, ARGV[i], ARGV[i + 5])
  said[(i - 3) / WIDTH + 2] = version
end
return said
