import { parts, variablesOf } from './processes/processes.ts'
import type { Secrets } from './secrets.ts'

/** The stores of `k8s/overlays/local`, which have no users: only the processes reach them. */
const stores = {
  MONGO_URL: 'mongodb://mongo.utter-stores:27017/?replicaSet=utter',
  REDIS_URL: 'redis://redis.utter-stores:6379',
}

/**
 * Secrets for each process, with those of its variables that are secret and no others, as JSON for `kubectl apply`. The addresses of stores are in
 * one apart, which a cluster of several machines makes by itself.
 */
export function kubernetesSecrets({ identityKeys, ...secrets }: Secrets): string {
  const items = Object.keys(parts).flatMap((name) => {
    const IDENTITY_KEY = (identityKeys as Record<string, string>)[name]
    const { AUDIO_SIGNING_KEY, SIGNING_KEYS, WEBHOOK_SECRETS_KEY, IDENTITY_PUBLIC_KEYS } = secrets
    const own = { AUDIO_SIGNING_KEY, SIGNING_KEYS, WEBHOOK_SECRETS_KEY, IDENTITY_PUBLIC_KEYS, IDENTITY_KEY }
    return [secretOf(name, name, own), secretOf(`${name}-stores`, name, stores)]
  })
  // The component `backups` is no process.
  items.push(ofNamespace('backups-stores', { MONGO_URL: stores.MONGO_URL }))
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items })}\n`
}

function secretOf(secret: string, process: string, values: Record<string, string | undefined>) {
  const read = new Set(variablesOf(process))
  return ofNamespace(secret, Object.fromEntries(Object.entries(values).filter(([variable]) => read.has(variable))))
}

const ofNamespace = (name: string, stringData: Record<string, string | undefined>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'utter' },
  stringData,
})
