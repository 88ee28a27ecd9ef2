import { Kafka, logLevel } from './kafkajs.ts'

const timeoutMs = 2_000

/** Whether the brokers answer a client like the services'. It returns within seconds, so callers repeat it. */
export async function kafkaAnswers(brokers: string): Promise<boolean> {
  const kafka = new Kafka({
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
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
