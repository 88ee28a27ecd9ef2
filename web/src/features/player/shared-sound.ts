import { useSyncExternalStore } from 'react'
import { playAlone } from './one-sound.ts'

type SoundState = 'loading' | 'playing'

/** A sound with a play button alone: a row's, a voice's sample, an answer's. */
export interface Sound {
  /** Names it among all sounds of the page. */
  key: string
  url: string
}

// A single element for all of them, outside of the parts that show them: a row that is scrolled away leaves the
// document, and its sound goes on.
let audio: HTMLAudioElement | undefined
let current: (Sound & { state: SoundState | undefined }) | undefined
const listeners = new Set<() => void>()

function show(state: SoundState | undefined): void {
  if (current) current = { ...current, state }
  for (const listener of listeners) listener()
}

function theAudio(): HTMLAudioElement {
  if (audio) return audio
  const element = new Audio()
  element.addEventListener('play', () => playAlone(element))
  element.addEventListener('waiting', () => show('loading'))
  element.addEventListener('playing', () => show('playing'))
  element.addEventListener('pause', () => show(undefined))
  element.addEventListener('ended', () => show(undefined))
  audio = element
  return element
}

function load(element: HTMLAudioElement, sound: Sound, atSeconds = 0): void {
  element.src = sound.url
  if (atSeconds > 0) element.currentTime = atSeconds
  current = { ...sound, state: undefined }
}

/** Whether a sound plays, or was begun and paused or heard to its end; not one that broke off. */
export const hasBegun = (key: string): boolean =>
  current?.key === key && !audio?.error && (current.state !== undefined || (audio?.currentTime ?? 0) > 0)

/** Where a sound is, in seconds; 0 where it has not begun. */
export const secondsOf = (key: string): number => (current?.key === key ? (audio?.currentTime ?? 0) : 0)

/** Pauses a sound that plays, for another player to go on with. @returns where it was, in seconds; undefined: it does not play */
export function takeOver(key: string): number | undefined {
  if (current?.key !== key || !audio || audio.paused) return undefined
  audio.pause()
  return audio.currentTime
}

/** How a play ended: `blocked` by the browser, which wants a click first; `broken` if it could not be loaded. */
export type Played = 'playing' | 'blocked' | 'broken' | 'interrupted'

/**
 * Plays a sound from its beginning, or from where it was paused. A sound that was heard while it was spoken has
 * its file as another `url`: broken off it goes on there, heard to its end it begins anew there.
 */
export async function playSound({ key, url }: Sound): Promise<Played> {
  const element = theAudio()
  if (current?.key !== key) load(element, { key, url })
  else if (element.error) load(element, { key, url }, element.currentTime)
  else if (current.url !== url && (element.ended || element.currentTime === 0)) load(element, { key, url })
  show('loading')
  try {
    await element.play()
    return 'playing'
  } catch (error) {
    // Another sound has taken its place: that one is shown.
    if (current?.key !== key) return 'interrupted'
    show(undefined)
    if (error instanceof DOMException && error.name === 'NotAllowedError') return 'blocked'
    return element.error ? 'broken' : 'interrupted'
  }
}

/** Pauses the sound when it plays, else plays it. */
export async function toggleSound(sound: Sound): Promise<Played> {
  if (current?.key === sound.key && current.state) {
    audio?.pause()
    return 'interrupted'
  }
  return playSound(sound)
}

/** The sound ends with the screen that shows its controls. */
export function stopSound(): void {
  audio?.pause()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSound = (key: string): SoundState | undefined =>
  useSyncExternalStore(subscribe, () => (current?.key === key ? current.state : undefined))
