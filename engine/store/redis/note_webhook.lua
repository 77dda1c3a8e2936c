-- Keeps how far a webhook is, if it is still there.
--
-- KEYS  1 webhooks   2 states    both of one encounter, so in one slot
-- ARGV  1 field ("owner/key")   2 state
--
-- Returns  1 | 0: it was removed

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
