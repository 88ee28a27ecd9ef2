import { kafkajs } from './kafkajs.ts'

/** Whether a fault of Kafka ends by itself. kafkajs's errors are about brokers and groups, and what they refuse today they may take after a failover: all of them. */
export const isTransientKafka = (error: Error): boolean =>
  error instanceof kafkajs.KafkaJSError || error instanceof kafkajs.KafkaJSAggregateError
