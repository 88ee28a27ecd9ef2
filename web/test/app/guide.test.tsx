import { readFile } from 'node:fs/promises'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ChatRequest } from '@utter/contracts/http/chat'
import { BatchRequest, BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import { ReplyRequest, RetryRequest, TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { JobEvent, JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { AccountWebhookEvent } from '@utter/contracts/http/notices/views'
import { ProblemBody } from '@utter/contracts/http/problem'
import { WebhookEvent } from '@utter/contracts/http/webhooks'
import { WorkRequest } from '@utter/contracts/http/works/requests'
import { WorkView } from '@utter/contracts/http/works/views'
import { WorkWebhookEvent } from '@utter/contracts/http/works/webhook-event'
import { standardPlans } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/features/guide/endpoints.ts'
import { problemExample } from '../../src/features/guide/errors.tsx'
import { sections } from '../../src/features/guide/sections.ts'
import { accountWebhookExample, webhookExample, workWebhookExample } from '../../src/features/guide/webhook-example.ts'
import { startedWork, workEndpoint } from '../../src/features/guide/work-endpoint.ts'
import { answer, openScreen, renderApp, serve } from '../support/support.tsx'
import '../../src/pages/guide.tsx'
import '../../src/pages/terms.tsx'
import '../../src/pages/license.tsx'

beforeEach(() => {
  serve({ 'GET /api/plans': () => answer(standardPlans) })
})

const endpointOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)!

describe('the guide', () => {
  test('has each of its parts as a heading with an address of its own, and a list that leads there', async () => {
    renderApp('/guide')
    const list = await screen.findByRole('navigation', { name: 'On this page' })
    for (const { id, title } of sections) {
      expect(screen.getByRole('heading', { level: 2, name: title }).closest('section')?.id).toBe(id)
      expect(within(list).getByRole('link', { name: title }).getAttribute('href')).toBe(`#${id}`)
    }
  })

  test('begins with three steps', async () => {
    renderApp('/guide')
    const quickStart = (await screen.findByRole('region', { name: 'Quick start' })) as HTMLElement
    const steps = within(quickStart).getAllByRole('heading', { level: 3 })
    expect(steps.map(({ textContent }) => textContent)).toEqual(['Create an API key', 'Send a voice job', 'Listen'])
  })

  test('gives each client of agents its set-up, with the address of this platform and no key written down', async () => {
    renderApp('/guide')
    const agents = (await screen.findByRole('region', { name: 'Agents (MCP)' })) as HTMLElement
    const texts = [...agents.querySelectorAll('pre')].map(({ textContent }) => textContent ?? '')
    expect(within(agents).getAllByRole('button', { name: /^Copy / }).length).toBe(texts.length)
    for (const text of texts) expect(text).toContain(`${location.origin}/mcp`)
    const [claude, ...files] = texts
    expect(claude).toContain('--header "Authorization: Bearer $UTTER_KEY"')
    const servers = files.map((file) => JSON.parse(file) as Record<string, Record<string, { headers: object }>>)
    const keys = servers.map((file) => JSON.stringify((file.mcpServers ?? file.servers)?.utter?.headers))
    expect(keys).toEqual(['env:UTTER_KEY', 'input:utter-key'].map((name) => `{"Authorization":"Bearer $\{${name}}"}`))
  })

  test.each([...endpoints, workEndpoint])(
    '$title: endpoint, examples in three languages, response',
    async ({ title, call, fields, response }) => {
      renderApp('/guide')
      const card = (await screen.findByRole('region', { name: title })) as HTMLElement
      expect(card.textContent).toContain(call.path)
      for (const { name, text } of fields) {
        expect(within(card).getByText(name)).toBeDefined()
        expect(card.textContent).toContain(text)
      }
      await userEvent.click(within(card).getByRole('tab', { name: 'Code examples' }))
      for (const language of ['curl', 'JavaScript', 'Python']) {
        await userEvent.click(within(card).getByRole('tab', { name: language }))
        expect(within(card).getByRole('button', { name: `Copy ${language} code` })).toBeDefined()
        expect(card.querySelector('pre')?.textContent).toContain(location.origin)
      }
      await userEvent.click(within(card).getByRole('tab', { name: 'Response' }))
      expect(card.querySelector('pre')?.textContent).toBe(response.example)
    },
  )

  test('names the bodies that the routes take', () => {
    expect(ReplyRequest.parse(endpointOf('api-reply').call.body)).toBeDefined()
    expect(TtsRequest.parse(endpointOf('api-tts').call.body)).toBeDefined()
    expect(ChatRequest.parse(endpointOf('api-chat').call.body)).toBeDefined()
    expect(RetryRequest.parse(endpointOf('api-retry').call.body)).toBeDefined()
    expect(WorkRequest.parse(workEndpoint.call.body)).toBeDefined()
    for (const item of BatchRequest.parse(endpointOf('api-batch').call.body).jobs)
      expect(TtsRequest.parse(item)).toBeDefined()
  })

  test('shows the answers that the routes give', () => {
    for (const id of ['api-reply', 'api-tts', 'api-retry'])
      expect(Submitted.parse(JSON.parse(endpointOf(id).response.example))).toBeDefined()
    const words = endpointOf('api-words').response.example.replace(',\n  …', '')
    expect(WordTimes.parse(JSON.parse(words))).toHaveLength(2)
    const job = JSON.parse(endpointOf('api-job').response.example.replace(',\n  …', ''))
    expect(Object.keys(job).filter((name) => !(name in JobView.shape))).toEqual([])
    for (const [, data] of endpointOf('api-events').response.example.matchAll(/^data: (.*)$/gm))
      expect(JobEvent.parse(JSON.parse(String(data)))).toBeDefined()
    expect(BatchSubmitted.parse(JSON.parse(endpointOf('api-batch').response.example))).toBeDefined()
    expect(WorkView.parse(startedWork)).toEqual(startedWork)
    expect(WebhookEvent.parse(webhookExample)).toEqual(webhookExample)
    expect(WorkWebhookEvent.parse(workWebhookExample)).toEqual(workWebhookExample)
    expect(AccountWebhookEvent.parse(accountWebhookExample)).toEqual(accountWebhookExample)
    expect(ProblemBody.parse(problemExample)).toEqual(problemExample)
  })

  test('takes every figure of its table from the plans', async () => {
    openScreen('/guide', {
      'GET /api/plans': () => answer(standardPlans.map((plan) => ({ ...plan, rate: 77, overagePrice: 0.123 }))),
    })
    const table = await screen.findByRole('table')
    for (const { name } of standardPlans) {
      const row = within(table).getByRole('row', { name: new RegExp(`^${name}`, 'i') })
      expect(row.textContent).toContain('77')
      expect(row.textContent).toContain('$0.123')
    }
    await userEvent.click(screen.getByText('Rate limit exceeded'))
    expect(screen.getByText(/more than 77 requests in 60 s/)).toBeDefined()
  })

  test.each(['Rate limit exceeded', 'API call limit reached', 'Invalid voice ID'])(
    'explains “%s”',
    async (sentence) => {
      renderApp('/guide')
      expect((await screen.findByText(sentence)).closest('summary')).not.toBeNull()
    },
  )
})

describe('legal', () => {
  test('the terms have their date and numbered headings', async () => {
    renderApp('/terms')
    expect(await screen.findByText('Last updated October 18, 2025')).toBeDefined()
    const headings = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent ?? '')
    expect(headings.length).toBeGreaterThan(5)
    expect(headings.map((text) => Number(/^(\d+)\. \S/.exec(text)?.[1]))).toEqual(headings.map((_, index) => index + 1))
  })

  test('the license is the file that the software comes with, and a word on audio; it has no date', async () => {
    renderApp('/license')
    await screen.findByRole('heading', { level: 2, name: '2. Generated audio' })
    const file = await readFile('LICENSE', 'utf8')
    const words = (text: string) => text.replace(/\s+/g, ' ').trim()
    const main = words(document.getElementById('main')?.textContent ?? '')
    for (const paragraph of file.split(/\n\s*\n/).slice(1)) expect(main).toContain(words(paragraph))
    expect(main).not.toContain('Last updated')
  })
})
