-- Adds a webhook to an encounter, unless it has as many as it may have.
--
-- KEYS  1 webhooks   2 states    both of one encounter, so in one slot
-- ARGV  1 field ("owner/key")   2 "owner/"   3 webhook   4 state   5 most of one owner   6 most in all
--
-- Returns  {'kept', webhook, state} | {'full', 'own' | 'all'}

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return {'kept', known, redis.call('HGET', KEYS[2], ARGV[1]) or ARGV[4]} end

local own, all = 0, 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  all = all + 1
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then own = own + 1 end
end
if own >= tonumber(ARGV[5]) then return {'full', 'own'} end
if all >= tonumber(ARGV[6]) then return {'full', 'all'} end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[4])
return {'kept', ARGV[3], ARGV[4]}
