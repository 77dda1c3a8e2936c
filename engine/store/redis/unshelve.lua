-- Removes an item from a shelf.
--
-- KEYS  as in shelve.lua
-- ARGV  1 field   2 expected version, "" for any
--
-- Returns  {'removed'} | {'missing'} | {'conflict', version}

local items, contents, figures = KEYS[1], KEYS[2], KEYS[3]
local known = redis.call('HGET', items, ARGV[1])
if not known then return {'missing'} end
local version, size = string.match(known, '^(%d+) (%d+) ')
if ARGV[2] ~= '' and tonumber(ARGV[2]) ~= tonumber(version) then return {'conflict', tonumber(version)} end
redis.call('HDEL', items, ARGV[1])
redis.call('HDEL', contents, ARGV[1])
redis.call('HINCRBY', figures, 'bytes', -tonumber(size))
return {'removed'}
