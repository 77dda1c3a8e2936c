-- Keeps letters of a webhook, if it is still there; the oldest go where there are too many.
--
-- KEYS  1 webhooks   2 letters   3 their bodies    all of one encounter, so in one slot
-- ARGV  1 field ("owner/key") of the webhook   2 most letters   then id and letter of each
--
-- Returns  1 | 0: the webhook was removed

local letters, bodies = KEYS[2], KEYS[3]
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
for i = 3, #ARGV, 2 do
  if not redis.call('ZSCORE', letters, ARGV[i]) then
    redis.call('ZADD', letters, redis.call('HINCRBY', bodies, '', 1), ARGV[i])
  end
  redis.call('HSET', bodies, ARGV[i], ARGV[i + 1])
end
local over = redis.call('ZCARD', letters) - tonumber(ARGV[2])
if over > 0 then
  local oldest = redis.call('ZRANGE', letters, 0, over - 1)
  redis.call('ZREM', letters, unpack(oldest))
  redis.call('HDEL', bodies, unpack(oldest))
end
return 1
