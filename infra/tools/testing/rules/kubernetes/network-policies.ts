import { specialNetworks } from '@utter/http/public-host'
import { callsOf, parts, variablesOf } from '@utter/local/processes/processes'

type Rule = Record<string, unknown>

/** Namespaces by their labels: the ingress, the monitoring, the operators. */
const ingress = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'ingress' } } }
const monitoring = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'monitoring' } } }
const operators = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'operators' } } }
const namespaceCalled = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
})
const processCalled = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } })
const storeCalled = (name: string) => ({
  ...namespaceCalled('utter-stores'),
  podSelector: { matchLabels: { 'utter.dev/store': name } },
})
const tcp = (...ports: number[]) => ports.map((port) => ({ port, protocol: 'TCP' }))

const requests = tcp(8080)
/** Health and metrics. The kubelet's own probes come from the node, which no policy holds back. */
const privatePort = tcp(9090)
const traces = tcp(4318)

/** The stores, by the variable that a process has when it uses one. */
const stores = [
  { name: 'kafka', variable: 'KAFKA_BROKERS', port: 9092 },
  { name: 'mongo', variable: 'MONGO_URL', port: 27017 },
  { name: 'redis', variable: 'REDIS_URL', port: 6379 },
]
const storesOf = (name: string) => stores.filter(({ variable }) => variablesOf(name).includes(variable))

/** Public addresses, so that nothing inside is reached by a name or a webhook that leads there. */
const internet = {
  ipBlock: { cidr: '0.0.0.0/0', except: specialNetworks.map(([network, prefix]) => `${network}/${prefix}`) },
}
/** Destinations outside: the chat model's vendor, the bucket of the audio, Stripe, and webhooks on any port. */
const outside: Record<string, Rule> = {
  chat: { to: [internet], ports: tcp(443) },
  speech: { to: [internet], ports: tcp(443) },
  billing: { to: [internet], ports: tcp(443) },
  notifier: { to: [internet] },
}

const nameServer: Rule = {
  to: [{ ...namespaceCalled('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
  ports: [{ port: 53, protocol: 'UDP' }, ...tcp(53)],
}

function policyOf(name: string) {
  const callers = Object.keys(parts).filter((other) => callsOf(other).includes(name))
  const called = callsOf(name)
  const beyond = outside[name]
  return policy(
    'utter',
    name,
    { 'app.kubernetes.io/name': name },
    [
      { from: name === 'gateway' ? [ingress] : callers.map(processCalled), ports: requests },
      { from: [monitoring], ports: privatePort },
    ],
    [
      nameServer,
      ...(called.length > 0 ? [{ to: called.map(processCalled), ports: requests }] : []),
      ...storesOf(name).map((store) => ({ to: [storeCalled(store.name)], ports: tcp(store.port) })),
      { to: [monitoring], ports: traces },
      ...(beyond ? [beyond] : []),
    ],
  )
}

/** The Job before a new version: the indexes of every service, and Stripe's objects. */
const preparation = policy(
  'utter',
  'prepare',
  { 'app.kubernetes.io/name': 'prepare' },
  [],
  [nameServer, { to: [storeCalled('mongo')], ports: tcp(27017) }, { to: [internet], ports: tcp(443) }],
)

function storePolicyOf({ name, port }: (typeof stores)[number]) {
  const users = Object.keys(parts).filter((other) => storesOf(other).some((store) => store.name === name))
  if (name === 'mongo') users.push('prepare')
  const from = users.map((other) => ({ ...namespaceCalled('utter'), ...processCalled(other) }))
  return policy('utter-stores', name, { 'utter.dev/store': name }, [{ from, ports: tcp(port) }])
}

function policy(namespace: string, name: string, labels: Rule, ingress: Rule[], egress?: Rule[]) {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, namespace },
    spec: {
      podSelector: Object.keys(labels).length > 0 ? { matchLabels: labels } : {},
      policyTypes: egress ? ['Ingress', 'Egress'] : ['Ingress'],
      ingress,
      ...(egress && { egress }),
    },
  }
}

/** The policies of the processes: nothing is allowed but what the processes' own variables make them call. */
export const processPolicies = () => [
  policy('utter', 'nothing', {}, [], []),
  ...Object.keys(parts).map(policyOf),
  preparation,
]

/** The policies of the stores: their own replicas, their operators, what watches them, and the processes that use them. */
export const storePolicies = () => [
  policy('utter-stores', 'nothing-from-outside', {}, [{ from: [{ podSelector: {} }, operators, monitoring] }]),
  ...stores.map(storePolicyOf),
]
