import { act, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { barsOf } from '../../src/features/player/bars.ts'
import { Player } from '../../src/features/player/player.tsx'
import { moveOfKey } from '../../src/features/player/player-keys.ts'
import { clock } from '../../src/lib/format/times.ts'
import '../support/support.tsx'

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true })
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true })
    this.dispatchEvent(new Event('pause'))
  })
})

test.each([
  [0, '0:00'],
  [12.9, '0:12'],
  [65, '1:05'],
  [3_909, '1:05:09'],
  [Number.NaN, '0:00'],
])('%d s reads %s', (seconds, words) => {
  expect(clock(seconds)).toBe(words)
})

test.each([
  [' ', { kind: 'toggle' }],
  ['ArrowRight', { kind: 'seek', toSeconds: 15 }],
  ['ArrowLeft', { kind: 'seek', toSeconds: 5 }],
  ['Home', { kind: 'seek', toSeconds: 0 }],
  ['End', { kind: 'seek', toSeconds: 40 }],
  ['x', undefined],
])('the key %j at 10 s of 40', (key, move) => {
  expect(moveOfKey(key, 10, 40)).toEqual(move)
})

test('seeking stops at both ends', () => {
  expect(moveOfKey('ArrowLeft', 2, 40)).toEqual({ kind: 'seek', toSeconds: 0 })
  expect(moveOfKey('ArrowRight', 38, 40)).toEqual({ kind: 'seek', toSeconds: 40 })
})

test('bars are as loud as the loudest they stand for, and a few loud moments make no fence of the others', () => {
  const speech = Array.from({ length: 100 }, (_, i) => (i < 50 ? 0.4 : 0.2))
  expect(barsOf(speech, 2)).toEqual([1, 0.5 ** 1.6])
  expect(barsOf([...speech, 1, 1], 2)[0]).toBe(1)
})

test('without peaks, and in silence, the line is flat', () => {
  expect(barsOf(undefined, 3)).toEqual([0, 0, 0])
  expect(barsOf([0, 0], 2)).toEqual([0, 0])
})

const seek = () => screen.getByRole('slider', { name: 'Seek' })

test('the wave is one slider that has its place in words', () => {
  render(<Player src="/audio/1.mp3" durationMs={40_000} transcript="What is spoken" />)
  expect(seek().getAttribute('aria-valuetext')).toBe('0:00 of 0:40')
  fireEvent.keyDown(seek(), { key: 'ArrowRight' })
  fireEvent.keyDown(seek(), { key: 'ArrowRight' })
  expect(seek().getAttribute('aria-valuetext')).toBe('0:10 of 0:40')
  expect(screen.getByText('What is spoken')).toBeDefined()
})

test('what a sound tells in the moment it appears is heard', () => {
  const ToldAtOnce = () => {
    useLayoutEffect(() => {
      const sound = document.querySelector('audio')!
      sound.currentTime = 12
      sound.dispatchEvent(new Event('timeupdate'))
    }, [])
    return null
  }
  render(
    <>
      <Player src="/audio/1.mp3" durationMs={40_000} />
      <ToldAtOnce />
    </>,
  )
  expect(seek().getAttribute('aria-valuetext')).toBe('0:12 of 0:40')
})

test('space plays and pauses, and the button names what it will do', async () => {
  render(<Player src="/audio/1.mp3" durationMs={40_000} />)
  await act(async () => fireEvent.keyDown(seek(), { key: ' ' }))
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  await act(async () => fireEvent.keyDown(screen.getByRole('button', { name: 'Pause' }), { key: ' ' }))
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
})

test('only one sound plays at a time', async () => {
  render(
    <>
      <Player src="/audio/1.mp3" durationMs={1_000} />
      <Player src="/audio/2.mp3" durationMs={1_000} />
    </>,
  )
  for (const button of screen.getAllByRole('button', { name: 'Play' })) await act(async () => fireEvent.click(button))
  expect(screen.getAllByRole('button', { name: 'Pause' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(1)
})

test('speed is chosen from a menu, and the loudspeaker silences', () => {
  render(<Player src="/audio/1.mp3" durationMs={1_000} />)
  fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.25' } })
  expect(document.querySelector('audio')?.playbackRate).toBe(1.25)
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }))
  expect(document.querySelector('audio')?.volume).toBe(0)
  expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('0%')
})

test('audio that cannot be loaded has a sentence', () => {
  render(<Player src="/audio/1.mp3" durationMs={1_000} />)
  fireEvent.error(document.querySelector('audio')!)
  expect(screen.getByRole('alert').textContent).toBe('The audio could not be loaded.')
})
