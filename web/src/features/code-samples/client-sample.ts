import { type ApiCall, type CodePart, jsonLiteral, plain, valueParts } from './code-parts.ts'

const idPart = '([^/]+)'

/** Calls of the client, by the method and the path of what they send. */
const calls: { method: ApiCall['method']; path: RegExp; code: (id: string, body: ApiCall['body']) => CodePart[] }[] = [
  {
    method: 'POST',
    path: /^\/api\/(tts|reply)$/,
    code: (kind, body = {}) => [
      plain(`const job = await utter.run('${kind}', `),
      ...valueParts(body, jsonLiteral, ''),
      plain(
        `)\nif (job.status === 'failed') throw new Error(job.error)\nawait writeFile(\`\${job.id}.mp3\`, await utter.audio(job.id))`,
      ),
    ],
  },
  {
    method: 'POST',
    path: /^\/api\/batch$/,
    code: (_, body = {}) => [
      plain('const { batchId, jobs } = await utter.batch('),
      ...valueParts(body.jobs ?? [], jsonLiteral, ''),
      plain(')\nconsole.log(batchId, jobs)'),
    ],
  },
  {
    method: 'GET',
    path: new RegExp(`^/api/batch/${idPart}/results$`),
    code: (id) => [plain(`for (const result of await utter.batchResults(${id})) console.log(result)`)],
  },
  {
    method: 'GET',
    path: new RegExp(`^/api/jobs/${idPart}$`),
    code: (id) => [plain(`console.log(await utter.job(${id}))`)],
  },
  {
    method: 'GET',
    path: new RegExp(`^/api/jobs/${idPart}/words$`),
    code: (id) => [plain(`console.log(await utter.words(${id}))`)],
  },
  {
    method: 'GET',
    path: new RegExp(`^/api/events/${idPart}$`),
    code: (id) => [plain(`for await (const event of utter.follow(${id})) console.log(event)`)],
  },
]

const literalOf = (id: string) => (id === '{jobId}' ? "process.env.JOB_ID ?? ''" : `'${id}'`)

/** A call by our client for TypeScript; undefined where that has no function for it. */
export function clientSample({ method, path, body }: ApiCall, origin: string): CodePart[] | undefined {
  for (const call of calls) {
    const found = call.method === method ? call.path.exec(path) : null
    if (!found) continue
    const [, part = ''] = found
    const makesSound = method === 'POST' && path !== '/api/batch'
    const code = call.code(makesSound ? part : literalOf(part), body)
    return [
      plain(
        `import { createClient } from '@utter/client/client'\n${makesSound ? "import { writeFile } from 'node:fs/promises'\n" : ''}\n`,
      ),
      plain(`const utter = createClient({ url: '${origin}', apiKey: process.env.UTTER_KEY ?? '' })\n\n`),
      ...code,
    ]
  }
  return undefined
}
