import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { classPath, findJava, quickJvm } from '@utter/local/backing/java'
import { copyJars, jarsOf } from '@utter/local/backing/maven'
import { plainEnv } from '@utter/local/backing/server'
import { fetchOnce } from '@utter/local/cache/fetch'
import { freePort } from '@utter/local/free-port'
import { readSettings } from '@utter/local/settings'
import { superviseProcess } from '@utter/local/supervision/supervised-process'
import type { BucketSettings } from '@utter/storage/audio/bucket-client'

const version = '2.7.0'
const region = 'us-east-1'

export type S3Server = AsyncDisposable & {
  endpoint: string
  /** Makes an empty bucket. */
  newBucket(): Promise<BucketSettings>
}

/**
 * A real server of the S3 protocol, S3Proxy, which checks signatures and keeps its objects in memory. Fetched once, for tests alone. It takes an object's
 * tags and forgets them: what is sent of them is checked elsewhere.
 */
export async function startS3Server(): Promise<S3Server> {
  const { env, cacheDir } = readSettings(process.env)
  const { path: java } = await findJava(env)
  const fetched = await fetchOnce({
    ...{ cacheDir, name: 's3proxy', version, label: `S3Proxy ${version}`, report: console.log },
    make: (tmpDir, note) =>
      copyJars({ cacheDir, tmpDir, env, note, jars: [`org.gaul:s3proxy:${version}`], sums: 's3proxy.sha256' }),
  })
  // Its logger prints every step when it has no settings.
  const jars = (await jarsOf(join(fetched, 'lib'))).filter((jar) => !jar.includes('/logback-'))
  const folder = await mkdtemp(join(tmpdir(), 'utter-s3-'))
  const settings = join(folder, 's3proxy.conf')
  const credentials = { accessKeyId: 'tests', secretAccessKey: randomBytes(24).toString('base64url') }
  const endpoint = `http://127.0.0.1:${await freePort()}`
  await writeFile(settings, propertiesOf(endpoint, credentials), { mode: 0o600 })
  const server = superviseProcess(
    {
      name: 's3proxy',
      command: [
        ...([java, '-Xmx256m', ...quickJvm, '-cp', classPath(jars)] as const),
        ...['org.gaul.s3proxy.Main', '--properties', settings],
      ],
      env: plainEnv(env),
      // Without a signature it refuses, which is an answer.
      ready: async () => (await fetch(endpoint)).status === 403,
      readyTimeoutMs: 60_000,
      log: () => {},
    },
    { report: console.log },
  )
  await server.start()
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  return {
    endpoint,
    async newBucket() {
      const bucket = `audio-${randomUUID()}`
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return { bucket, region, endpoint, credentials }
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
      await server.stop(2_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The variables of a process whose audio is there. */
export const bucketEnv = ({ bucket, endpoint, region, credentials }: BucketSettings): Record<string, string> => ({
  AUDIO_BUCKET: bucket,
  AUDIO_REGION: region,
  ...(endpoint && { AUDIO_ENDPOINT: endpoint }),
  ...(credentials && {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }),
})

type Credentials = { accessKeyId: string; secretAccessKey: string }

const propertiesOf = (endpoint: string, credentials: Credentials) => `s3proxy.endpoint=${endpoint}
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity=${credentials.accessKeyId}
s3proxy.credential=${credentials.secretAccessKey}
# Headers of newer clients, and tags.
s3proxy.ignore-unknown-headers=true
jclouds.provider=transient
jclouds.identity=none
jclouds.credential=none
`
