import { parts, variablesOf } from './processes/processes.ts'
import type { Secrets } from './secrets.ts'

/** The stores of `k8s/overlays/local`, which have no users: only the processes reach them. */
const stores = {
  MONGO_URL: 'mongodb://mongo.utter-stores:27017/?replicaSet=utter',
  REDIS_URL: 'redis://redis.utter-stores:6379',
}

/** A Secret for each process, with those of its variables that are secret and no others, as JSON for `kubectl apply`. */
export function kubernetesSecrets({ identityKeys, ...secrets }: Secrets): string {
  const items = Object.keys(parts).map((name) => {
    const IDENTITY_KEY = (identityKeys as Record<string, string>)[name]
    const { AUDIO_SIGNING_KEY, WEBHOOK_SECRETS_KEY, IDENTITY_PUBLIC_KEYS } = secrets
    const values = { ...stores, AUDIO_SIGNING_KEY, WEBHOOK_SECRETS_KEY, IDENTITY_PUBLIC_KEYS, IDENTITY_KEY }
    const read = new Set(variablesOf(name))
    return {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'utter' },
      stringData: Object.fromEntries(Object.entries(values).filter(([variable]) => read.has(variable))),
    }
  })
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items })}\n`
}
