import { clusterOf } from '../cluster/cluster.ts'
import type { KafkaConfig } from '../config.ts'

const timeoutMs = 2_000

/** Whether the brokers answer a client like the services'. It returns within seconds, so callers repeat it. */
export async function kafkaAnswers(config: KafkaConfig): Promise<boolean> {
  const { kafka } = clusterOf(config, {
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    retry: { retries: 0 },
  })
  const admin = kafka.admin()
  try {
    await admin.connect()
    return (await admin.describeCluster()).brokers.length > 0
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
