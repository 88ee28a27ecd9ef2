import { type Service, services } from '@utter/contracts/flow'
import { rightsOf } from '@utter/messaging/cluster/rights'

const users = 'utter-stores'
/** Marks what belongs to Kafka in the cluster, so that `external-stores` takes it out. */
const labels = { 'utter.dev/store': 'kafka' }
const reader = 'kafka-logins'
/** The Secret in which Strimzi keeps the certificate of its own authority. */
const authority = 'utter-cluster-ca-cert'
const mountPath = '/kafka'
/** Variables by which a client reaches Strimzi's Kafka. Topics are Strimzi's own, and no service may make one. */
const settings = {
  KAFKA_BROKERS: 'utter-kafka-bootstrap.utter-stores:9093',
  KAFKA_TLS: 'true',
  KAFKA_CA_FILE: `${mountPath}/ca.crt`,
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_MAKE_TOPICS: 'false',
}
const title = (text: string) => `${text[0]}${text.slice(1).toLowerCase()}`
const loginOf = (service: Service) => `${service}-kafka`
const object = (apiVersion: string, kind: string, name: string, rest: object, namespace = 'utter') => ({
  apiVersion,
  kind,
  metadata: { name, namespace, labels },
  ...rest,
})

/** The users of Strimzi's Kafka: a service each, with the rights that it needs and no more. Strimzi makes their passwords. */
export const kafkaUsers = () =>
  services.map((service) => ({
    apiVersion: 'kafka.strimzi.io/v1',
    kind: 'KafkaUser',
    metadata: { name: service, namespace: users, labels: { 'strimzi.io/cluster': 'utter' } },
    spec: {
      authentication: { type: settings.KAFKA_SASL_MECHANISM },
      authorization: {
        type: 'simple',
        acls: rightsOf(service).map(({ resource, name, pattern, operations }) => ({
          resource: { type: resource.toLowerCase(), name, patternType: pattern === 'PREFIXED' ? 'prefix' : 'literal' },
          operations: operations.map(title),
          host: '*',
        })),
      },
    },
  }))

/** The way of a user's password, and of the authority's certificate, from Strimzi's Secrets to one beside the service. */
export const kafkaLogins = () => [
  object('v1', 'ServiceAccount', reader, { automountServiceAccountToken: false }),
  object(
    'rbac.authorization.k8s.io/v1',
    'Role',
    reader,
    { rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: [authority, ...services], verbs: ['get'] }] },
    users,
  ),
  object(
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    reader,
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: reader },
      subjects: [{ kind: 'ServiceAccount', name: reader, namespace: 'utter' }],
    },
    users,
  ),
  object('external-secrets.io/v1', 'SecretStore', reader, {
    spec: {
      provider: {
        kubernetes: {
          remoteNamespace: users,
          // In every namespace: the authority of the API server.
          server: { caProvider: { type: 'ConfigMap', name: 'kube-root-ca.crt', key: 'ca.crt' } },
          auth: { serviceAccount: { name: reader } },
        },
      },
    },
  }),
  ...services.map((service) =>
    object('external-secrets.io/v1', 'ExternalSecret', loginOf(service), {
      spec: {
        refreshInterval: '5m',
        secretStoreRef: { kind: 'SecretStore', name: reader },
        target: { name: loginOf(service) },
        data: [
          { secretKey: 'KAFKA_PASSWORD', remoteRef: { key: service, property: 'password' } },
          { secretKey: 'ca.crt', remoteRef: { key: authority, property: 'ca.crt' } },
        ],
      },
    }),
  ),
]

/**
 * Patches of the services' Deployments: each logs in as the user of its name. Variables of a container, since they win over those of a ConfigMap
 * that an overlay has; `external-stores` takes them out.
 */
export const kafkaClients = () =>
  services.map((service) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: service, namespace: 'utter' },
    spec: {
      template: {
        spec: {
          containers: [
            {
              name: 'process',
              env: [
                ...Object.entries({ ...settings, KAFKA_USERNAME: service }).map(([name, value]) => ({ name, value })),
                {
                  name: 'KAFKA_PASSWORD',
                  valueFrom: { secretKeyRef: { name: loginOf(service), key: 'KAFKA_PASSWORD' } },
                },
              ],
              volumeMounts: [{ name: 'kafka', mountPath, readOnly: true }],
            },
          ],
          volumes: [
            { name: 'kafka', secret: { secretName: loginOf(service), items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          ],
        },
      },
    },
  }))
