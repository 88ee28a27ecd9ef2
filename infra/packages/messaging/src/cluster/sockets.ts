import { readFileSync } from 'node:fs'
import { connect, isIP } from 'node:net'
import tls from 'node:tls'
import { ConfigError } from '@utter/runtime/read-config'
import type { ISocketFactory } from 'kafkajs'
import type { KafkaConfig } from '../config.ts'

const keepAliveMs = 60_000
const files = { ca: 'KAFKA_CA_FILE', cert: 'KAFKA_CERT_FILE', key: 'KAFKA_KEY_FILE' } as const

/**
 * The sockets to the brokers, with TLS where it is asked for. Certificates are read for each connection: they are renewed while a process runs.
 * @throws ConfigError when a file is missing, or is set without TLS
 */
export function socketsOf(config: KafkaConfig): ISocketFactory {
  if (config.KAFKA_TLS !== 'true') {
    const useless = Object.values(files).find((name) => config[name])
    if (useless) throw new ConfigError(`${useless} is set, and KAFKA_TLS is not true`)
    return ({ host, port, onConnect }) => connect({ host, port }, onConnect).setKeepAlive(true, keepAliveMs)
  }
  if (!config.KAFKA_CERT_FILE !== !config.KAFKA_KEY_FILE)
    throw new ConfigError('KAFKA_CERT_FILE and KAFKA_KEY_FILE are set together, or neither is')
  // A missing or broken file is told at the start, and not by a connection that fails for ever.
  checkCertificates(config)
  return ({ host, port, onConnect }) => {
    const options = { host, port, ...(!isIP(host) && { servername: host }), ...certificatesOf(config) }
    return tls.connect(options, onConnect).setKeepAlive(true, keepAliveMs)
  }
}

const certificatesOf = (config: KafkaConfig): tls.SecureContextOptions =>
  Object.fromEntries(
    Object.entries(files).flatMap(([option, name]) => {
      const path = config[name]
      return path ? [[option, readFileSync(path)]] : []
    }),
  )

function checkCertificates(config: KafkaConfig): void {
  const names = Object.values(files).filter((name) => config[name])
  try {
    tls.createSecureContext(certificatesOf(config))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${names.join(', ')}: no PEM that can be used (${code ?? 'unknown'})`)
  }
}
