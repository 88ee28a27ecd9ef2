import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { maxWorkFileBytes } from '@utter/contracts/http/works/requests'
import { standardPlans } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { aVoice } from '../answers/jobs.ts'
import { aFileDryRun, aSpokenChapter, aWork } from '../answers/works.ts'
import { serveFiles } from '../support/sent-files.ts'
import { answer, button, type Handlers, openSignedIn, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/works/new-work.tsx'
import '../../src/pages/works/work.tsx'

const asked = (voiceId: string) => `POST /api/works/file?name=the-harbour.epub&voiceId=${voiceId}&dryRun=true`
const made = (title: string, voiceId = 'default') =>
  `POST /api/works/file?name=the-harbour.epub&title=${title}&voiceId=${voiceId}`
const work = aWork({ chapters: [aSpokenChapter()] })
const file = () => new File(['bytes of a book'], 'the-harbour.epub', { type: 'application/epub+zip' })

beforeEach(serveFiles)

const open = (handlers: Handlers = {}) =>
  openSignedIn(
    '/works/new',
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/voices': () => answer([aVoice('heart', 'Heart', { aliases: ['default'] }), aVoice('emma', 'Emma')]),
      'GET /api/voices/mine': () => answer([]),
      [asked('default')]: () => answer(aFileDryRun()),
      [`GET /api/works/${work.workId}`]: () => answer(work),
      ...handlers,
    },
    { subscriptionTier: 'creator' },
  )
const input = () => screen.findByLabelText<HTMLInputElement>('File of the work')
const choose = async (chosen = file()) => userEvent.upload(await input(), chosen, { applyAccept: false })
const title = () => screen.getByLabelText<HTMLInputElement>('Title')

describe('a file', () => {
  test('is priced as the server reads it, asked again for another voice, and made of the same bytes', async () => {
    let isHeld = true
    let release = () => {}
    const { router, count } = open({
      [asked('default')]: async () => {
        if (isHeld) await new Promise<void>((resolve) => (release = resolve))
        return answer(aFileDryRun())
      },
      [asked('emma')]: () => answer(aFileDryRun({ cost: '0.12', calls: 9 })),
      [made('The+Lamp', 'emma')]: () => answer(work, 202),
    })
    expect((await input()).accept).toBe('.txt,.md,.markdown,.epub,.docx')
    await choose()
    await seen('Sending the file')
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50'))
    expect((await button('Make it')).hasAttribute('disabled')).toBe(true)
    isHeld = false
    release()
    await seen('2 chapters, 14,000 characters')
    await seen('12,000 · 2 calls')
    await seen('2,000 · 1 call')
    expect(title().value).toBe('The Lamp on the Pier')

    await userEvent.click(screen.getByRole('radio', { name: /Emma/ }))
    await seen('$0.12')
    expect([count(asked('default')), count(asked('emma'))]).toEqual([1, 1])
    await userEvent.clear(title())
    await userEvent.type(title(), 'The Lamp')
    await userEvent.click(await button('Make it'))
    await screen.findByRole('heading', { level: 1, name: work.title })
    expect(router.state.location.pathname).toBe(`/works/${work.workId}`)
    const [sent] = sentTo(made('The+Lamp', 'emma')) as File[]
    expect([sent?.name, await sent?.text()]).toEqual(['the-harbour.epub', 'bytes of a book'])
  })

  test('is taken where it is dropped', async () => {
    open()
    const zone = (await input()).parentElement!
    fireEvent.drop(zone, { dataTransfer: { files: [file()] } })
    await seen('2 chapters, 14,000 characters')
    expect(screen.getByRole('heading', { name: 'the-harbour.epub' })).toBeDefined()
  })

  test.each<[string, Response, string]>([
    [
      'of another kind',
      problem(415, 'The file must be a text, Markdown, an EPUB or a Word document'),
      'The file must be a text, Markdown, an EPUB or a Word document',
    ],
    ['that a proxy finds too large', answer('<html>', 413), 'This file is larger than 16 MB'],
    [
      'that is protected',
      problem(400, 'Invalid', { details: [{ field: 'file', message: 'The EPUB is protected' }] }),
      'The EPUB is protected',
    ],
    [
      'with a faulty chapter',
      problem(400, 'Invalid', { details: [{ field: 'chapters.1.paragraphs.0.text', message: 'Mark is not whole' }] }),
      'Chapter 2: Mark is not whole',
    ],
  ])('%s is refused in a sentence, and another can be chosen', async (_, refusal, sentence) => {
    let isFirst = true
    open({
      [asked('default')]: () => {
        const refused = isFirst
        isFirst = false
        return refused ? refusal : answer(aFileDryRun())
      },
    })
    await choose()
    await seen(sentence)
    await choose()
    await seen('2 chapters, 14,000 characters')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('that is too large, or empty, is never sent', async () => {
    const { count } = open()
    const large = file()
    Object.defineProperty(large, 'size', { value: maxWorkFileBytes + 1 })
    await choose(large)
    await seen('This file is larger than 16 MB')
    await choose(new File([], 'the-harbour.epub'))
    await seen('This file is empty')
    expect(count(asked('default'))).toBe(0)
  })

  test('in a language that the voice does not speak keeps its chapters, and says so at the voice', async () => {
    open({
      [asked('emma')]: () =>
        problem(400, 'Invalid', { details: [{ field: 'language', message: 'This voice speaks English, not Thai' }] }),
    })
    await choose()
    await seen('2 chapters, 14,000 characters')
    await userEvent.click(screen.getByRole('radio', { name: /Emma/ }))
    await seen('This voice speaks English, not Thai')
    expect(screen.getByText('2 chapters, 14,000 characters')).toBeDefined()
    expect((await button('Make it')).hasAttribute('disabled')).toBe(true)
  })

  test('waits while another of the account is read; a line that breaks is said, and it is sent again', async () => {
    let isBroken = true
    const { count } = open({
      [asked('default')]: () => {
        if (count(asked('default')) === 1)
          return problem(429, 'Too many', { code: 'too_many_at_once' }, { 'retry-after': '1' })
        if (isBroken) throw new TypeError('Failed to fetch')
        return answer(aFileDryRun())
      },
    })
    await choose()
    await seen('The server cannot be reached')
    isBroken = false
    await userEvent.click(await button('Try again'))
    await seen('2 chapters, 14,000 characters')
  })

  test('that was sent before is made once: a retry has the same key', async () => {
    const keys: (string | null)[] = []
    open({
      [made('The+Lamp+on+the+Pier')]: ({ headers }) => {
        keys.push(new Headers(headers).get('idempotency-key'))
        return keys.length === 1 ? problem(500, 'Not today') : answer(work, 202)
      },
    })
    await choose()
    await seen('2 chapters, 14,000 characters')
    await userEvent.click(await button('Make it'))
    await seen('Not today')
    await userEvent.click(await button('Make it'))
    await screen.findByRole('heading', { level: 1, name: work.title })
    expect(keys).toEqual([expect.stringMatching(/.{8,}/), keys[0]])
  })
})
