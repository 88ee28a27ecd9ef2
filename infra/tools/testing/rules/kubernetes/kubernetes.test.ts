import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitingLanes } from '@utter/contracts/claims'
import { kubernetesSecrets } from '@utter/local/kubernetes-secrets-text'
import { callsOf, parts, variablesOf } from '@utter/local/processes/processes'
import { makeSecrets } from '@utter/local/secrets'
import { repoDir } from '@utter/local/settings'
import { nobody } from '@utter/storage/claim-document'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import {
  Deployment,
  documentsOf,
  ExternalSecret,
  Kustomization,
  pathOf,
  Scaler,
  Settings,
  textOf,
} from './manifests.ts'
import { outsideComponents, outsidePolicies, processPolicies, storePolicies } from './network-policies.ts'
import { backupsShape, networkPolicies, networksOf } from './networks.ts'
import { indexed, prepareWaits } from './prepare-waits.ts'
import { externalAddresses, kafkaLogin, ofKafka, storeAddresses } from './store-addresses.ts'
import { strimziTopics } from './strimzi-topics.ts'

type Secret = { metadata: { name: string }; stringData: Record<string, string> }
type Pod = { containers: { name: string; image: string; command: string[] }[] }
type Patch = { target: { name: string }; patch: string }
type Mounting = { containers: { env: object[]; volumeMounts: object[] }[]; volumes: object[] }

const names = Object.keys(parts)
const base = Kustomization.parse(documentsOf('base/kustomization.yaml')[0])
const settings = new Map(
  base.configMapGenerator.map(({ name, literals }) => [
    name,
    Object.fromEntries(literals.map((one) => [one.split('=', 1)[0] ?? '', one.slice(one.indexOf('=') + 1)])),
  ]),
)
const secrets = new Map(
  [
    ...documentsOf('components/external-secrets/external-secrets.yaml'),
    ...documentsOf('components/stores/addresses.yaml'),
  ].map((document) => {
    const { target, data } = ExternalSecret.parse(document).spec
    return [target.name, target.template ? Object.keys(target.template.data) : data.map(({ secretKey }) => secretKey)]
  }),
)
/**
 * Optional variables that no manifest sets: a platform that wants another than the default adds them to its overlay. For
 * the bucket's keys a cluster has the pod's own role; the others are settings, and no secrets.
 */
const leftOut = new Set([
  ...['OPENAI_BASE_URL', 'CHAT_MODEL_PATH', 'VOICE_DIR', 'KOKORO_DIR', 'PICO_DIR', 'FLITE_DIR'],
  ...['SPEECH_PROVIDER', 'SPEECH_DEFAULT_VOICE', 'VOICES_DIR', 'ELEVENLABS_VOICE_ID', 'ELEVENLABS_BASE_URL'],
  ...['OPENAI_SPEECH_BASE_URL', 'OPENAI_SPEECH_VOICES', 'TRANSCRIBE_BASE_URL'],
  ...['AUDIO_DIR', 'AUDIO_ENDPOINT', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  ...['KAFKA_TLS', 'KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE', 'KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME'],
  ...['KAFKA_PASSWORD', 'KAFKA_TOKEN_URL', 'KAFKA_TOKEN_SCOPE', 'KAFKA_TOKEN_COMMAND', 'AWS_REGION'],
  ...['KAFKA_TOPIC_PREFIX', 'KAFKA_GROUP_PREFIX', 'KAFKA_MAKE_TOPICS'],
  ...[
    'PLANS_FILE',
    'SALES_EMAIL',
    'MAIL_FROM',
    'MAIL_DIR',
    'MAIL_DKIM_SELECTOR',
    'TOTP_SECRETS_KEY',
    'STRIPE_SANDBOX_URL',
    'ALLOWED_HOSTS',
    'NOTICE_FILE',
    'SECURITY_CONTACT',
    'WEBHOOK_ALLOW_PLAIN',
  ],
])
const deploymentOf = (name: string) => Deployment.parse(documentsOf(`base/${name}.yaml`)[0])
const backups = Deployment.parse(documentsOf('components/backups/backups.yaml')[0])

const shapeOf = (name: string) =>
  (name === 'backups' ? backupsShape : (parts[name]?.Config.shape ?? {})) as Record<string, z.ZodMiniType>

/** The variables that a process is given, with their values where they are not secret. */
function environmentOf(name: string): Record<string, string | undefined> {
  const [container] = deploymentOf(name).spec.template.spec.containers
  return Object.assign(
    {},
    ...(container?.envFrom ?? []).map(({ configMapRef, secretRef }) =>
      configMapRef
        ? settings.get(configMapRef.name)
        : Object.fromEntries((secrets.get(secretRef?.name ?? '') ?? []).map((key) => [key, undefined])),
    ),
    Object.fromEntries((container?.env ?? []).map(({ name: key, value }) => [key, value])),
  )
}

test('every process has its manifests, and nothing else has', () => {
  const files = readdirSync(pathOf('base'))
  const others = ['kustomization.yaml', 'namespace.yaml', 'network-policies.yaml', 'process.yaml']
  expect(files.filter((file) => !others.includes(file)).sort()).toEqual(names.map((name) => `${name}.yaml`).sort())
  expect(base.resources.filter((file) => !others.includes(file)).sort()).toEqual(
    names.map((name) => `${name}.yaml`).sort(),
  )
  expect([...secrets.keys()].sort()).toEqual(
    [...names.flatMap((name) => [name, `${name}-stores`]), 'backups-stores'].sort(),
  )
})

describe.each(names)('%s', (name) => {
  const given = environmentOf(name)

  test('is given variables that it reads, and no others', () => {
    const read = new Set([...variablesOf(name), 'OTEL_EXPORTER_OTLP_ENDPOINT'])
    expect(Object.keys(given).filter((variable) => !read.has(variable))).toEqual([])
  })

  test('is given every variable that it cannot do without', () => {
    const shape = shapeOf(name)
    // The image's own; and the two stores of audio, of which it is given one.
    const elsewhere = new Set(['WEB_DIR'])
    const missing = Object.entries(shape).filter(
      ([variable, schema]) =>
        !(variable in given) && !elsewhere.has(variable) && !z.safeParse(schema, undefined).success,
    )
    expect(missing.map(([variable]) => variable)).toEqual([])
  })

  test('has a decision on every optional variable: it is given, or can be left out', () => {
    const shape = shapeOf(name)
    const undecided = Object.entries(shape).filter(([variable, schema]) => {
      const byDefault = z.safeParse(schema, undefined)
      const isOptional = byDefault.success && byDefault.data === undefined
      return isOptional && !(variable in given) && !leftOut.has(variable)
    })
    expect(
      undecided.map(([variable]) => variable),
      'name it in k8s/, or in leftOut',
    ).toEqual([])
  })

  test('has values that fit, and the addresses of the processes that it calls', () => {
    const shape = shapeOf(name)
    const wrong = Object.entries(given).filter(
      ([variable, value]) => value !== undefined && shape[variable] && !z.safeParse(shape[variable], value).success,
    )
    expect(wrong).toEqual([])
    for (const other of callsOf(name)) expect(given[`${other.toUpperCase()}_URL`]).toBe(`http://${other}:8080`)
  })

  test('has its own image, selector, service account and service', () => {
    const { metadata, spec } = deploymentOf(name)
    expect(metadata.name).toBe(name)
    expect(spec.template.spec.containers.map(({ name: container, image }) => [container, image])).toEqual([
      ['process', `utter/${name}`],
    ])
    expect(spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': name })
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    expect(spec.template.spec.serviceAccountName).toBe(name)
    expect(documentsOf(`base/${name}.yaml`).map((one) => (one as { kind: string }).kind)).toEqual([
      'Deployment',
      'Service',
      'ServiceAccount',
      'PodDisruptionBudget',
    ])
  })
})

test('the Secrets of one machine have what the cluster’s store has, but for the keys of vendors', () => {
  const { items } = JSON.parse(kubernetesSecrets(makeSecrets())) as { items: Secret[] }
  const ofVendors = new Set([
    ...['OPENAI_API_KEY', 'ELEVENLABS_API_KEY', 'OPENAI_SPEECH_API_KEY', 'TRANSCRIBE_API_KEY'],
    ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_DKIM_KEY'],
  ])
  const made = items.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData).sort()])
  const wanted = [...secrets].map(([name, keys]) => [name, keys.filter((key) => !ofVendors.has(key)).sort()])
  expect(made.sort()).toEqual(wanted.sort())
  for (const { metadata, stringData } of items) {
    const shape = shapeOf(metadata.name.replace(/-stores$/, ''))
    for (const [variable, value] of Object.entries(stringData))
      expect(z.safeParse(shape[variable] ?? z.never(), value).success).toBe(true)
  }
})

test('the grace period is longer than the pause before the end and the times that a process takes for it', () => {
  const { spec } = parse(readFileSync(pathOf('base/process.yaml'), 'utf8')).spec.template
  const [{ lifecycle }] = spec.containers
  const longestMs = Math.max(
    ...names.map((name) => {
      const { STOP_DELAY_MS = '0', STOP_LIMIT_MS = '12000' } = environmentOf(name)
      return Number(STOP_DELAY_MS) + Number(STOP_LIMIT_MS)
    }),
  )
  expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(
    lifecycle.preStop.sleep.seconds * 1_000 + longestMs,
  )
})

test('ports and paths are those of the processes', () => {
  const { spec } = parse(readFileSync(pathOf('base/process.yaml'), 'utf8')).spec.template
  const [{ ports, startupProbe, readinessProbe, livenessProbe }] = spec.containers
  const { PORT, PRIVATE_PORT } = settings.get('process') ?? {}
  expect(ports).toEqual([
    { name: 'http', containerPort: Number(PORT) },
    { name: 'private', containerPort: Number(PRIVATE_PORT) },
  ])
  const served = readFileSync(join(repoDir, 'infra/packages/http/src/listen.ts'), 'utf8')
  for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
    expect(httpGet.port).toBe('private')
    expect(served).toContain(`'${httpGet.path}'`)
  }
})

test('dropped voices are read from a claim where speech looks for them, by its component alone', () => {
  const [document] = documentsOf('components/dropped-voices/speech.yaml')
  const { containers, volumes } = (document as { spec: { template: { spec: Mounting } } }).spec.template.spec
  const [container] = containers
  expect(container?.env).toEqual([{ name: 'VOICES_DIR', value: '/voices' }])
  expect(variablesOf('speech')).toContain('VOICES_DIR')
  expect(environmentOf('speech')).not.toHaveProperty('VOICES_DIR')
  expect(container?.volumeMounts).toEqual([{ name: 'voices', mountPath: '/voices', readOnly: true }])
  expect(volumes).toEqual([{ name: 'voices', persistentVolumeClaim: { claimName: 'voices' } }])
  expect(documentsOf('components/dropped-voices-claim/claim.yaml')).toMatchObject([
    { kind: 'PersistentVolumeClaim', metadata: { name: 'voices', namespace: 'utter' } },
  ])
})

test('the replicas of every process follow its processor time, or the steps that wait in its claims or are done', () => {
  const [byProcessor, byWork] = ['by-processor', 'by-work'].map((file) =>
    documentsOf(`components/autoscaling/${file}.yaml`).map((document) => Scaler.parse(document).spec),
  )
  const scaled = [...(byProcessor ?? []), ...(byWork ?? [])].map(({ scaleTargetRef }) => scaleTargetRef.name)
  expect(scaled.sort()).toEqual([...names].sort())
  const waitsOrIsDone = { $or: [{ lane: { $in: waitingLanes }, owner: nobody }, { dueAt: { $exists: true } }] }
  expect(byWork).toHaveLength(2)
  for (const { scaleTargetRef, triggers = [] } of byWork ?? []) {
    expect(triggers.map(({ metadata: { query, ...metadata } }) => [metadata, JSON.parse(query ?? '')])).toEqual([
      [
        {
          ...{ connectionStringFromEnv: 'MONGO_URL', dbName: scaleTargetRef.name, collection: 'claims' },
          queryValue: expect.stringMatching(/^[0-9]+$/),
        },
        waitsOrIsDone,
      ],
    ])
    expect(Object.keys(environmentOf(scaleTargetRef.name))).toContain('MONGO_URL')
  }
})

test('the indexes of every service are made before a new version, by its own user of the database', () => {
  const { containers } = (documentsOf('components/prepare/prepare.yaml')[0] as { spec: { template: { spec: Pod } } })
    .spec.template.spec
  const steps = containers.map(({ name, image }) => [name, image])
  expect(indexed.length).toBeGreaterThan(0)
  expect(steps).toEqual(
    expect.arrayContaining([
      ...indexed.map((name) => [`${name}-indexes`, `utter/${name}`]),
      ['stripe', 'utter/billing'],
    ]),
  )
  for (const { command } of containers)
    expect(existsSync(join(repoDir, 'services/billing', command.at(-1) ?? ''))).toBe(true)
})

const overlays = readdirSync(pathOf('overlays'))

test.each(overlays)('the overlay %s sets variables that their processes read, to values that fit', (overlay) => {
  const [document] = documentsOf(`overlays/${overlay}/kustomization.yaml`)
  const deployments = [...names.map(deploymentOf), backups]
  const faults = Settings.parse(document).configMapGenerator.flatMap(({ name, literals }) => {
    const readers = deployments
      .filter(({ spec }) =>
        spec.template.spec.containers[0]?.envFrom?.some(({ configMapRef }) => configMapRef?.name === name),
      )
      .map(({ metadata }) => metadata.name)
    if (readers.length === 0) return [`no process reads ${name}`]
    return literals.flatMap((literal) => {
      const [variable = '', value] = [literal.split('=', 1)[0], literal.slice(literal.indexOf('=') + 1)]
      if (variable === 'OTEL_EXPORTER_OTLP_ENDPOINT') return []
      const schemas = readers.map((one) => shapeOf(one)[variable])
      return schemas.every((schema) => schema && z.safeParse(schema, value).success) ? [] : [literal]
    })
  })
  expect(faults).toEqual([])
})

test.each(['local', 'production'])('the overlay %s names every image', (overlay) => {
  const { images } = documentsOf(`overlays/${overlay}/kustomization.yaml`)[0] as { images: { name: string }[] }
  expect(images.map(({ name }) => name).sort()).toEqual(
    [...names, 'operator', 'models'].map((name) => `utter/${name}`).sort(),
  )
})

test('the network policies allow exactly the calls of the processes', async () => {
  const source = 'the variables of the processes'
  await expect(textOf(processPolicies(), source)).toMatchFileSnapshot(pathOf('base/network-policies.yaml'))
  await expect(textOf(storePolicies(), source)).toMatchFileSnapshot(
    pathOf('components/stores-namespace/network-policies.yaml'),
  )
})

test.each(outsideComponents)(
  'the component %s lets the processes out that have something there, and no other',
  async (name) => {
    await expect(textOf(outsidePolicies(name), 'network-policies.ts')).toMatchFileSnapshot(
      pathOf(`components/${name}/network-policies.yaml`),
    )
  },
)

const withNetworks = overlays.filter((overlay) => existsSync(pathOf(`overlays/${overlay}/networks.yaml`)))

test.each(withNetworks)('the overlay %s allows its processes the networks of its list', async (overlay) => {
  const networks = networksOf(readFileSync(pathOf(`overlays/${overlay}/networks.yaml`), 'utf8'))
  await expect(textOf(networkPolicies(networks), 'networks.yaml')).toMatchFileSnapshot(
    pathOf(`overlays/${overlay}/network-policies.yaml`),
  )
})

test('the addresses of stores in the cluster are made of passwords, and those of stores elsewhere are kept', async () => {
  const source = 'the variables of the processes'
  await expect(textOf(storeAddresses(), source)).toMatchFileSnapshot(pathOf('components/stores/addresses.yaml'))
  await expect(textOf(externalAddresses(), source)).toMatchFileSnapshot(
    pathOf('components/external-stores/addresses.yaml'),
  )
})

test('each process that speaks to Kafka has a login of its own, and the authority of the brokers, where they are asked for', async () => {
  await expect(textOf([kafkaLogin()], 'the variables of the processes')).toMatchFileSnapshot(
    pathOf('components/kafka-login/kustomization.yaml'),
  )
  const [component] = documentsOf('components/kafka-authority/kustomization.yaml') as { patches: Patch[] }[]
  expect(component?.patches.map(({ target }) => target.name.split('|').sort())).toEqual([[...ofKafka].sort()])
  for (const name of ofKafka)
    expect(variablesOf(name)).toEqual(expect.arrayContaining(['KAFKA_CA_FILE', 'KAFKA_USERNAME', 'KAFKA_PASSWORD']))
})

test('every process has a priority, and chat and speech the lower one', () => {
  const [component] = documentsOf('components/priorities/kustomization.yaml') as { patches: Patch[] }[]
  const classOf = (name: string) =>
    component?.patches
      .filter(({ target }) => target.name.split('|').includes(name))
      .map(({ patch }) => parse(patch)[0].value)
  for (const name of names)
    expect([name, classOf(name)]).toEqual([
      name,
      [['chat', 'speech'].includes(name) ? 'utter-steps' : 'utter-requests'],
    ])
  const values = (documentsOf('components/priorities/classes.yaml') as { value: number }[]).map(({ value }) => value)
  expect(values).toEqual([...values].sort((one, other) => other - one))
})

test('an address of a store that is made of a password is one that its process reads', () => {
  for (const document of documentsOf('components/stores/addresses.yaml')) {
    const { target } = ExternalSecret.parse(document).spec
    for (const [variable, template] of Object.entries(target.template?.data ?? {})) {
      // As External Secrets fills it in for the password `p@s/s+1 2`.
      const value = template.replaceAll(/\{\{[^}]+\}\}/g, 'p%40s%2Fs%2B1%202')
      const schema = shapeOf(target.name.replace(/-stores$/, ''))[variable] ?? z.never()
      expect([variable, z.safeParse(schema, value).error]).toEqual([variable, undefined])
    }
  }
})

test('every service that has indexes waits for them before it starts', async () => {
  await expect(textOf(prepareWaits(), 'the services that have indexes')).toMatchFileSnapshot(
    pathOf('components/prepare/waits.yaml'),
  )
})

test('the topics of Strimzi are those of the contracts', async () => {
  await expect(textOf(strimziTopics(), 'the topics of the contracts')).toMatchFileSnapshot(
    pathOf('components/stores/topics.yaml'),
  )
})
