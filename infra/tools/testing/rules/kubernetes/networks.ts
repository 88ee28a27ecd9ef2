import { publicNetwork6, specialNetworks } from '@utter/http/public-host'
import { parts, variablesOf } from '@utter/local/processes/processes'
import { CopiedStores, Stores } from '@utter/operator/backup/stores'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { policy, type Rule, tcp } from './policies.ts'

/** Public addresses, so that nothing inside is reached by a name or a webhook that leads there. */
export const internet: Rule[] = [
  { ipBlock: { cidr: '0.0.0.0/0', except: specialNetworks.map(([network, prefix]) => `${network}/${prefix}`) } },
  { ipBlock: publicNetwork6 },
]

/** A destination that an overlay's own platform has. */
const Network = z.strictObject({
  /** A policy is called so. */
  name: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  /** Processes by name, `prepare`, `backups`, `operator`, `all`, or a variable: those that read it. */
  who: z.array(z.string()).check(z.minLength(1)),
  /** Networks, or `internet` for all public ones. */
  cidrs: z.optional(z.array(z.string())),
  /** A namespace of the cluster, and pods in it by their labels; without `pods` all of them. */
  namespace: z.optional(z.string()),
  pods: z.optional(z.record(z.string(), z.string())),
  /** TCP, each a port or a range such as `27015-27017`. */
  ports: z.array(z.union([z.int(), z.string().check(z.regex(/^\d+-\d+$/))])).check(z.minLength(1)),
})

/** @throws ZodError for a file that is not a list of networks */
export const networksOf = (text: string): Network[] => z.array(Network).parse(parse(text))
export type Network = z.infer<typeof Network>

/** Policies that allow an overlay's processes what its list has, beside those of the base. */
export const networkPolicies = (networks: Network[]) =>
  networks.map(({ name, who, cidrs = [], namespace, pods, ports }) => {
    const inside = namespace
      ? [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
            ...(pods && { podSelector: { matchLabels: pods } }),
          },
        ]
      : []
    const to = [...cidrs.flatMap((cidr) => (cidr === 'internet' ? internet : [{ ipBlock: { cidr } }])), ...inside]
    if (to.length === 0) throw new Error(`the network ${name} has neither cidrs nor a namespace`)
    return policy('utter', `to-${name}`, selectorOf(who), undefined, [{ to, ports: ports.flatMap(portOf) }])
  })

/** The variables of the pod that makes backups. */
export const backupsShape = { ...CopiedStores.shape, BACKUP_RECIPIENT: z.optional(z.string()) }

/** Pods beside the processes, each with its variables: the Job that makes indexes, the one that makes backups, and that of the operator's commands. */
export const beside: Record<string, string[]> = {
  prepare: ['MONGO_URL'],
  backups: Object.keys(backupsShape),
  operator: Object.keys(Stores.shape),
}

/** The variables of a process, or of what runs beside them. */
export const readBy = (name: string): string[] => beside[name] ?? variablesOf(name)

/** The processes that read a variable, and what runs beside them and does. */
export const readersOf = (variable: string): string[] =>
  [...Object.keys(parts), ...Object.keys(beside)].filter((name) => readBy(name).includes(variable))

/** Several processes by their names. */
export const processesCalled = (names: string[]): Rule => ({
  matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: names }],
})

function selectorOf(who: string[]): Rule {
  if (who.includes('all')) return {}
  const names = who.flatMap((one) => (/^[A-Z_]+$/.test(one) ? readersOf(one) : [one]))
  const unknown = who.filter((one) => /^[A-Z_]+$/.test(one) && readersOf(one).length === 0)
  const strangers = names.filter((name) => !(name in parts) && !(name in beside))
  if (unknown.length + strangers.length > 0)
    throw new Error(`no process is called so, or reads it: ${[...unknown, ...strangers]}`)
  return processesCalled([...new Set(names)])
}

function portOf(port: number | string): Rule[] {
  if (typeof port === 'number') return tcp(port)
  const [first, last] = port.split('-').map(Number)
  return [{ port: first, endPort: last, protocol: 'TCP' }]
}
