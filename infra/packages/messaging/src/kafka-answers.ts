import { Kafka, logLevel } from './kafkajs.ts'

const patienceMs = 2_000

/** Whether brokers answer as they do for the services; gives up soon, and who asks, asks again. */
export async function kafkaAnswers(brokers: string): Promise<boolean> {
  const kafka = new Kafka({
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: patienceMs,
    requestTimeout: patienceMs,
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
