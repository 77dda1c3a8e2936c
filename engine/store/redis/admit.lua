-- Gives a new encounter its place among a host's, unless he has as many as he may have.
--
-- KEYS: his encounters, those of them that run, what his creation keys made
-- ARGV: id, creation key ("": none), most that run, most in all
--
-- {"admitted", id}: the id that the key belongs to, which a repeated call finds again. {"full", "running" or "all"}.
local id = ARGV[2] ~= '' and redis.call('HGET', KEYS[3], ARGV[2]) or ARGV[1]
if redis.call('ZSCORE', KEYS[1], id) then
  return { 'admitted', id }
end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return { 'full', 'all' }
end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then
  return { 'full', 'running' }
end
redis.call('ZADD', KEYS[1], 0, id)
redis.call('ZADD', KEYS[2], 0, id)
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[2], id)
end
return { 'admitted', id }
