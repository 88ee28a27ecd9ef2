import { describe, expect, test } from 'vitest'
import { resolveImport, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const offenders = (where: RegExp, isWrong: (specifier: string, file: SourceFile) => boolean) =>
  files
    .filter(({ path }) => where.test(path))
    .flatMap((file) => file.imports.filter((one) => isWrong(one, file)).map((one) => `${file.path} → ${one}`))
const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('infra/') ? 3 : path.startsWith('services/') ? 2 : 1)
    .join('/')

const services = ['account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral']
/** The wing `packages`, from below: each builds on the named ones alone. */
const packagesBelow: Record<string, string[]> = {
  contracts: [],
  telemetry: [],
  runtime: ['contracts', 'telemetry'],
  http: ['contracts', 'runtime', 'telemetry'],
  messaging: ['contracts', 'runtime', 'telemetry'],
  storage: ['contracts', 'runtime', 'telemetry'],
  worker: ['contracts', 'messaging', 'runtime', 'telemetry'],
  client: ['contracts'],
  text: [],
  manuscripts: ['text'],
  provenance: ['contracts'],
}
const packages = Object.keys(packagesBelow)
/** The wing `tools`: above the product, imported by nothing that ships. */
const tools = ['local', 'operator', 'testing', 'bench', 'stripe-sandbox', 'release']
const ours = (specifier: string) => /^@utter\/([\w-]+)/.exec(specifier)?.[1] ?? ''
const isProduct = (specifier: string) => new RegExp(`^@utter/(${services.join('|')}|gateway|web)(/|$)`).test(specifier)

/** The web app's, from below. */
const features = [
  'session',
  'plans',
  'voices',
  'player',
  'own-voices',
  'pronunciations',
  'jobs',
  'code-samples',
  'api-keys',
  'requests',
  'webhooks',
  'notices',
  'export-data',
  'usage',
  'usage-report',
  'invoices',
  'billing',
  'pricing',
  'referrals',
  'settings',
  'profile',
  'security',
  'audit',
  'delete-account',
  'job-list',
  'job-panel',
  'compare',
  'playground',
  'works',
  'batches',
  'voice-library',
  'guide',
  'legal',
  'verify',
  'shared',
  'status',
  'chatbot',
  'dashboard',
  'first-steps',
  'commands',
]
const into =
  (...folders: string[]) =>
  (one: string, file: SourceFile) =>
    folders.some((folder) => resolveImport(file, one).startsWith(`web/src/${folder}/`))

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(500)
})

describe('imports run one way', () => {
  test('contracts know zod and themselves', () => {
    expect(offenders(/^infra\/packages\/contracts\//, (one) => !/^(zod|\.)/.test(one))).toEqual([])
  })
  test.each(Object.entries(packagesBelow))('the package %s builds on %j alone', (name, below) => {
    const isAbove = (one: string) =>
      [...packages, ...tools].includes(ours(one)) && ![name, ...below].includes(ours(one))
    expect(offenders(new RegExp(`^infra/packages/${name}/`), isAbove)).toEqual([])
  })
  test('the client runs where there is no Node', () => {
    expect(offenders(/^infra\/packages\/client\/src\//, (one) => /^node:/.test(one))).toEqual([])
  })
  test('no package knows a service, and no service another', () => {
    expect(offenders(/^(infra\/packages|services|gateway)\//, isProduct)).toEqual([])
  })
  test('nothing that ships imports a tool', () => {
    expect(offenders(/^(infra\/packages|services|gateway|web)\//, (one) => tools.includes(ours(one)))).toEqual([])
  })
  test('every folder of the two wings has its place in that order', () => {
    const found = (wing: string) => [
      ...new Set(files.flatMap(({ path }) => new RegExp(`^infra/${wing}/([\\w-]+)/`).exec(path)?.[1] ?? [])),
    ]
    expect([found('packages').sort(), found('tools').sort()]).toEqual([packages.sort(), tools.sort()])
  })
  test('nobody reaches into another package by a path', () => {
    const leaves = (one: string, file: SourceFile) =>
      one.startsWith('.') && packageOf(resolveImport(file, one)) !== packageOf(file.path)
    expect(offenders(/./, leaves)).toEqual([])
  })
  test('the web app knows the contracts, and nothing else of ours', () => {
    expect(offenders(/^web\//, (one) => one.startsWith('@utter/') && !one.startsWith('@utter/contracts/'))).toEqual([])
  })
  test('in the web app pages build on features, features on ui and lib, ui and lib on neither', () => {
    expect(offenders(/^web\/src\/(ui|lib)\//, into('features', 'shell', 'pages'))).toEqual([])
    expect(offenders(/^web\/src\/features\//, into('shell', 'pages'))).toEqual([])
    expect(offenders(/^web\/src\/shell\//, into('pages'))).toEqual([])
  })
  test.each(features)('in the web app the feature %s builds on those before it alone', (feature) => {
    const after = features.slice(features.indexOf(feature) + 1).map((name) => `features/${name}`)
    expect(offenders(new RegExp(`^web/src/features/${feature}/`), into(...after))).toEqual([])
  })
  test('every feature of the web app has its place in that order', () => {
    const found = files.flatMap(({ path }) => /^web\/src\/features\/([\w-]+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(found)].sort()).toEqual([...features].sort())
  })
})

describe('one place for each', () => {
  test('kafkajs is used by messaging alone', () => {
    expect(offenders(/^(?!infra\/packages\/messaging\/)/, (one) => one === 'kafkajs')).toEqual([])
  })
  test.each([
    ['Kafka', /\bnew Kafka\(/, 'infra/packages/messaging/src/cluster/cluster.ts'],
    ['Redis', /\bnew (\w+\.)?(IO)?(Redis|Cluster)\(/, 'infra/packages/storage/src/redis/open.ts'],
    ['MongoDB', /\bcreateConnection\(/, 'infra/packages/storage/src/mongo.ts'],
  ])('a client of %s is made in one place, so that each reaches it in the same way', (_, made, place) => {
    const makers = files.filter(({ path, text }) => !/^infra\/tools\/(testing|bench)\//.test(path) && made.test(text))
    expect(makers.map(({ path }) => path)).toEqual([place])
  })
  test('the environment of a service is read in its config.ts', () => {
    const readers = files
      .filter(({ path, text }) => /^(services|gateway)\//.test(path) && /process\.env/.test(text))
      .map(({ path }) => path)
    expect(readers).toEqual([])
  })
  test('rules of a service touch no network, no file, no database and no native code', () => {
    const io =
      /^(node:(fs|net|http|https|child_process|worker_threads)|fastify|ioredis|kafkajs|mongoose|node-av|node-llama-cpp|openai|onnxruntime-node|@echogarden\/espeak-ng-emscripten)(\/|$)/
    expect(offenders(/^services\/[\w-]+\/src\/domain\//, (one) => io.test(one))).toEqual([])
  })
  test('no file only hands on the exports of others', () => {
    expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([])
  })
})
