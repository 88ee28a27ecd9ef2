import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { serveFiles } from '../support/sent-files.ts'
import { answer, button, openScreen, problem, seen, sentTo } from '../support/support.tsx'
import '../../src/pages/verify.tsx'

beforeEach(serveFiles)

const verified = 'POST /api/verify'
const textHash = 'ab'.repeat(32)
const ours = {
  ...{ ours: true, intact: true, kind: 'sound', job: 'job-1', provider: 'piper', voice: 'joe', textHash },
  at: '2026-11-29T10:00:00.000Z',
}
const open = (body: unknown, status = 200) =>
  openScreen('/verify', { [verified]: () => (status === 200 ? answer(body) : problem(status, String(body))) })
const input = () => screen.findByLabelText<HTMLInputElement>('File to verify')
const sound = (name = 'sound.mp3', type = 'audio/mp3') => new File(['bytes'], name, { type })

test('a visitor chooses an mp3, and reads what is stated of it', async () => {
  open(ours)
  await userEvent.upload(await input(), sound())
  await seen(/A machine has spoken it here, and it is unchanged/)
  for (const text of ['job-1', 'joe, by piper', textHash]) await seen(text)
  expect((sentTo(verified) as unknown as File[])[0]?.type).toBe('audio/mpeg')
})

test('one that is dropped and was changed is not ours, with the sentence of the platform', async () => {
  open({ ours: false, reason: 'sound_changed', message: 'Its sound was changed after it was made.' })
  const zone = (await button('Choose a file')).closest('section')?.firstElementChild as Element
  fireEvent.drop(zone, { dataTransfer: { files: [sound()] } })
  await seen(/Its sound was changed after it was made/)
  expect(screen.queryByText('joe, by piper')).toBe(null)
})

test('the file of a receipt is verified by its signature', async () => {
  const receipt = {
    ...{ kind: 'job', jobId: 'job-2', status: 'completed', charged: { calls: 1 } },
    asked: { kind: 'tts', requestId: 'r', voiceId: 'default', characters: 5 },
    ...{ createdAt: '2026-11-29T10:00:00.000Z', completedAt: '2026-11-29T10:00:01.000Z' },
  }
  open({ ours: true, intact: true, kind: 'receipt', receipt })
  const file = new File([JSON.stringify({ ...receipt, signature: 'a.b.c' })], 'receipt.json', {
    type: 'application/json',
  })
  await userEvent.upload(await input(), file)
  await seen(/It is a receipt of this platform, and unchanged/)
  await seen('1 call')
  expect(sentTo(verified)).toEqual([{ signature: 'a.b.c' }])
})

test('a file that is neither is refused here, and a refusal of the platform is shown', async () => {
  open('Too many requests', 429)
  await userEvent.upload(await input(), new File(['{}'], 'receipt.json', { type: 'application/json' }))
  expect((await screen.findByRole('alert')).textContent).toBe('There is no receipt in the file.')
  await userEvent.upload(await input(), new File([], 'empty.mp3', { type: 'audio/mpeg' }))
  await seen('The file is empty.')
  expect(sentTo(verified)).toEqual([])
  await userEvent.upload(await input(), sound())
  await seen('Too many requests')
})
