import { callsOf, parts } from '@utter/local/processes/processes'
import { internet, processesCalled, readersOf } from './networks.ts'
import { policy, type Rule, tcp } from './policies.ts'

/** Namespaces by their labels: the ingress, the monitoring, the operators. */
const ingress = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'ingress' } } }
const monitoring = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'monitoring' } } }
const operators = { namespaceSelector: { matchLabels: { 'utter.dev/role': 'operators' } } }
const namespaceCalled = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
})
const labelled = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } })
const processCalled = (name: string) => ({ podSelector: labelled(name) })
const storeLabelled = (name: string) => ({ matchLabels: { 'utter.dev/store': name } })

const requests = tcp(8080)
/** Health and metrics. The kubelet's own probes come from the node, which no policy holds back. */
const privatePort = tcp(9090)
const traces = tcp(4318)
/** Metrics of the operator's commands. */
const commandMetrics = tcp(9464)

/** The stores, by the variable that a process has when it uses one. */
const stores = [
  // Plain where it is one machine's, by TLS where Strimzi runs it.
  { name: 'kafka', variable: 'KAFKA_BROKERS', ports: [9092, 9093] },
  { name: 'mongo', variable: 'MONGO_URL', ports: [27017] },
  // Sentinels are asked which Redis is the primary.
  { name: 'redis', variable: 'REDIS_URL', ports: [6379, 26_379] },
]

/** Processes that reach public addresses, by the component that lets them: vendors and the bucket of the audio, Stripe (by the Job before a new version too). */
const outside = { vendors: ['chat', 'speech', 'backups', 'operator'], payments: ['billing', 'prepare'] }
/** Webhooks lead anywhere, on any port. */
const webhooks: Rule = { to: internet }

/** Name servers of a cluster: its pods, the cache of a node (NodeLocal DNSCache) and OpenShift's, whose pods have a port of their own. */
const nameServers: Rule[] = [
  {
    to: [
      { ...namespaceCalled('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
      { ipBlock: { cidr: '169.254.20.10/32' } },
    ],
    ports: [{ port: 53, protocol: 'UDP' }, ...tcp(53)],
  },
  {
    to: [namespaceCalled('openshift-dns')],
    ports: [{ port: 5353, protocol: 'UDP' }, ...tcp(5353)],
  },
]

function policyOf(name: string) {
  const callers = Object.keys(parts).filter((other) => callsOf(other).includes(name))
  const called = callsOf(name)
  return policy(
    'utter',
    name,
    labelled(name),
    [
      { from: name === 'gateway' ? [ingress] : callers.map(processCalled), ports: requests },
      { from: [monitoring], ports: privatePort },
    ],
    [
      ...(called.length > 0 ? [{ to: called.map(processCalled), ports: requests }] : []),
      { to: [monitoring], ports: traces },
      ...(name === 'notifier' ? [webhooks] : []),
    ],
  )
}

/** The policies of the processes: nothing is allowed but what the processes' own variables make them call. */
export const processPolicies = () => [
  policy('utter', 'nothing', {}, [], []),
  policy('utter', 'name-servers', {}, undefined, nameServers),
  ...Object.keys(parts).map(policyOf),
]

/** Prometheus asks backups for their age, and nothing else reaches them. */
export const backupsPolicies = () => [
  policy('utter', 'backups', labelled('backups'), [{ from: [monitoring], ports: commandMetrics }]),
]

/** The operator's commands call the processes, each of which admits them by their token alone. */
export const operatorPolicies = () => {
  const called = processesCalled(Object.keys(parts))
  const marked = { labels: { 'app.kubernetes.io/name': 'operator' } }
  return [
    policy('utter', 'from-operator', called, [{ from: [processCalled('operator')], ports: requests }]),
    policy('utter', 'operator', labelled('operator'), undefined, [{ to: [{ podSelector: called }], ports: requests }]),
  ].map((one) => ({ ...one, metadata: { ...one.metadata, ...marked } }))
}

/** Components, each with the policies of processes that reach public addresses where something outside is used. */
export const outsideComponents = Object.keys(outside) as (keyof typeof outside)[]
export const outsidePolicies = (component: keyof typeof outside) =>
  outside[component].map((name) =>
    policy('utter', `${component}-${name}`, labelled(name), undefined, [{ to: internet, ports: tcp(443) }]),
  )

/** The policies of stores in the cluster: their own replicas, their operators, what watches them, and the processes that use them. */
export const storePolicies = () => [
  policy('utter-stores', 'nothing-from-outside', {}, [{ from: [{ podSelector: {} }, operators, monitoring] }]),
  ...stores.flatMap(({ name, variable, ports }) => {
    const users = processesCalled(readersOf(variable))
    const from = [{ ...namespaceCalled('utter'), podSelector: users }]
    const to = [{ ...namespaceCalled('utter-stores'), podSelector: storeLabelled(name) }]
    return [
      policy('utter-stores', name, storeLabelled(name), [{ from, ports: tcp(...ports) }]),
      policy('utter', `stores-${name}`, users, undefined, [{ to, ports: tcp(...ports) }]),
    ]
  }),
]
