import { expect, test } from 'vitest'
import { supportedVersions } from '../../schemas/supported.ts'
import { documentsOf, pathOf } from './manifests.ts'

type Policy = { spec: { podSelector: { matchLabels: object }; ingress: { ports: object[] }[] } }
type Account = { kind: string; metadata: { name: string; namespace: string } }

const minor = (version: string) => version.split('.', 2).join('.')

test('the page of supported versions is made from the versions whose schemas are checked', async () => {
  const rows = supportedVersions().map(
    ({ name, oldest, newest, because }) => `| ${name} | ${minor(oldest)} | ${minor(newest)} | ${because} |`,
  )
  const page = [
    '# Supported versions',
    '',
    'Made from `supported-versions.yaml`: `npm run rules -- --update` writes it anew. [check-schemas.sh](check-schemas.sh) holds every overlay to the schemas of both ends.',
    '',
    '| | oldest | newest that was checked | needed for |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot(pathOf('supported-versions.md'))
})

test('the pods of MongoDB have an account of the name that its operator gives them', () => {
  const accounts = documentsOf('components/stores/mongo-account.yaml') as Account[]
  expect(accounts.map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name])).toEqual(
    ['ServiceAccount', 'Role', 'RoleBinding'].map((kind) => [kind, 'utter-stores', 'mongodb-kubernetes-appdb']),
  )
  expect(documentsOf('components/stores/kustomization.yaml')[0]).toMatchObject({
    resources: expect.arrayContaining(['mongo-account.yaml']),
  })
})

test('the Gateway’s proxies reach the pod by which a certificate is proved', () => {
  const [policy] = documentsOf('components/gateway-api/solver.yaml') as Policy[]
  expect(policy?.spec.podSelector.matchLabels).toEqual({ 'acme.cert-manager.io/http01-solver': 'true' })
  expect(policy?.spec.ingress.flatMap(({ ports }) => ports)).toEqual([{ port: 8089, protocol: 'TCP' }])
})
