import { address, list, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer', 'aws-iam'] as const

const flag = z.enum(['true', 'false'], 'must be true or false')
/** Characters that Kafka allows in the names of topics and groups. */
const prefix = z.string().check(z.regex(/^[\w.-]{1,80}$/, 'must be at most 80 letters, digits, dots, dashes or _'))
/** A host or IPv4 with a port; the client of Kafka reads no IPv6 address and no protocol. */
const brokers = list.check(
  z.refine(
    (all) => all.length > 0 && all.every((one) => /^[^\s:/@,[\]]+:\d{1,5}$/.test(one)),
    'must be host:port, with commas between several: the protocol is in KAFKA_TLS and KAFKA_SASL_MECHANISM',
  ),
)

/** Variables of everything that opens a connection to Kafka: where it is, how it lets a client in, and the names there. */
export const kafkaConfig = {
  KAFKA_BROKERS: brokers,
  KAFKA_TLS: z.optional(flag),
  /** PEM files, read anew for each connection, so that a renewed certificate counts without a restart. */
  KAFKA_CA_FILE: z.optional(z.string()),
  KAFKA_CERT_FILE: z.optional(z.string()),
  KAFKA_KEY_FILE: z.optional(z.string()),
  KAFKA_SASL_MECHANISM: z.optional(z.enum(saslMechanisms, `must be one of ${saslMechanisms.join(', ')}`)),
  /** For OAuth with KAFKA_TOKEN_URL: the client's id and secret. */
  KAFKA_USERNAME: z.optional(z.string()),
  KAFKA_PASSWORD: z.optional(z.string()),
  /** A token endpoint, asked with client credentials. */
  KAFKA_TOKEN_URL: z.optional(address),
  KAFKA_TOKEN_SCOPE: z.optional(z.string()),
  /** A command of the shell that prints a token. */
  KAFKA_TOKEN_COMMAND: z.optional(z.string()),
  /** For `aws-iam`, where the name of no broker has it. */
  AWS_REGION: z.optional(z.string()),
  KAFKA_TOPIC_PREFIX: z.optional(prefix),
  KAFKA_GROUP_PREFIX: z.optional(prefix),
}
export type KafkaConfig = z.infer<z.ZodMiniObject<typeof kafkaConfig>>

/** Variables of each service that publishes or consumes. */
export const messagingConfig = {
  ...kafkaConfig,
  /** Partitions of each work topic that is made; other topics get a quarter. */
  KAFKA_PARTITIONS: z._default(wholeNumber, 48),
  KAFKA_REPLICAS: z._default(wholeNumber, 1),
  /** Topics that are missing are made, unless this is `false`: where another makes them. */
  KAFKA_MAKE_TOPICS: z.optional(flag),
}
export type MessagingConfig = z.infer<z.ZodMiniObject<typeof messagingConfig>>
