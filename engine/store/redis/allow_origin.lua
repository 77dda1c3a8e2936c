-- Allows an origin for an encounter or a host, unless as many are allowed as may be.
--
-- KEYS  1 origins
-- ARGV  1 origin   2 how it is allowed   3 most
--
-- Returns  {'allowed', how} | {'full'}

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return {'allowed', known} end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return {'full'} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return {'allowed', ARGV[2]}
