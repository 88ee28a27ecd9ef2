import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { spendsByTool } from '../src/proxy/spends-by-tool.ts'
import { openGateway } from './support/open-gateway.ts'

const message = (method: string, name?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name } })

test.each([
  [message('tools/call', 'speak'), true],
  [message('tools/call', 'reply'), true],
  // The service takes it too.
  [`\uFEFF${message('tools/call', 'speak')}`, true],
  [message('tools/call', 'job'), false],
  [message('tools/call', 'voices'), false],
  [message('tools/list', 'speak'), false],
  [message('tools/call', ['speak']), false],
  ['{"method":"tools/call","params":null}', false],
  ['null', false],
  ['{', false],
])('%s spends: %s', (body, expected) => {
  expect(spendsByTool(Buffer.from(body))).toBe(expected)
})

test('tools that make a job are counted by the rate of the account, all others as reads', async () => {
  const gateway = await closedAfterAll(openGateway())
  const key = gateway.createKey(undefined, 2)
  const ask = async (body: string) =>
    (
      await fetch(`${gateway.url}/mcp`, {
        ...{ method: 'POST', body, headers: { ...key.headers, 'content-type': 'application/json' } },
      })
    ).status
  for (let turn = 0; turn < 4; turn++) expect(await ask(message('tools/list'))).toBe(200)
  const speaks = []
  for (let turn = 0; turn < 3; turn++) speaks.push(await ask(message('tools/call', 'speak')))
  expect(speaks).toEqual([200, 200, 429])
  expect(await ask(message('tools/call', 'job'))).toBe(200)
})
