import { expect, test } from 'vitest'
import { findKafka } from '../src/backing/kafka.ts'
import { findMongo } from '../src/backing/mongo.ts'
import { findRedis } from '../src/backing/redis.ts'
import { StartError } from '../src/start-error.ts'

const context = { dataDir: '/nowhere', cacheDir: '/nowhere', ephemeral: true, report: () => {} }

test.each([
  ['MONGO_URL', findMongo, 'mongodb://h/?w=1', /^MONGO_URL has a w that cannot be: .*\.$/],
  ['REDIS_URL', findRedis, 'redis://a,b', /^REDIS_URL has several hosts: .*\.$/],
  ['KAFKA_BROKERS', findKafka, 'kafka', /KAFKA_BROKERS must be host:port/],
] as const)(
  '%s that cannot be used is told with the reason, and not as a server that does not answer',
  async (name, find, value, sentence) => {
    const finding = find({ ...context, env: { [name]: value } })
    await expect(finding).rejects.toThrow(sentence)
    await expect(finding).rejects.toBeInstanceOf(StartError)
  },
)
