import { GenericContainer, Wait } from 'testcontainers'

export type Containers = { env: { MONGO_URL: string; REDIS_URL: string }; stop(): Promise<void> }

/**
 * A real mongod and Redis from their images, for machines with a Docker engine: `TEST_CONTAINERS=true npm test`. Kafka stays
 * the local one, since it is real everywhere.
 */
export async function startContainers(): Promise<Containers> {
  const [mongo, redis] = await Promise.all([
    new GenericContainer('mongo:8').withExposedPorts(27_017).withWaitStrategy(Wait.forListeningPorts()).start(),
    new GenericContainer('redis:7').withExposedPorts(6_379).withWaitStrategy(Wait.forListeningPorts()).start(),
  ])
  return {
    env: {
      MONGO_URL: `mongodb://${mongo.getHost()}:${mongo.getMappedPort(27_017)}`,
      REDIS_URL: `redis://${redis.getHost()}:${redis.getMappedPort(6_379)}`,
    },
    async stop() {
      await Promise.all([mongo.stop(), redis.stop()])
    },
  }
}
