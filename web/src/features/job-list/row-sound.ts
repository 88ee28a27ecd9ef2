import type { JobRow } from '@utter/contracts/http/job-views'
import { useSyncExternalStore } from 'react'
import { toastError } from '../../lib/toasts.ts'
import { playAlone } from '../player/one-sound.ts'

type SoundState = 'loading' | 'playing'

// One sound for all rows, outside of them: a row that is scrolled away leaves the document, and its sound goes on.
let audio: HTMLAudioElement | undefined
let current: { jobId: string; state: SoundState | undefined } | undefined
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

/** Plays the sound of a job, from its beginning or from where it was paused; pauses it when it plays. */
export async function toggleSound({ id, audioUrl }: JobRow): Promise<void> {
  if (!audioUrl) return
  const element = theAudio()
  if (current?.jobId === id && current.state) return element.pause()
  if (current?.jobId !== id) {
    element.src = audioUrl
    current = { jobId: id, state: undefined }
  }
  show('loading')
  try {
    await element.play()
  } catch {
    // Interrupted by another job's sound: that one is shown.
    if (current?.jobId !== id) return
    show(undefined)
    if (element.error) toastError('Error', 'The audio could not be loaded')
  }
}

/** The sound ends with the screen that shows its controls. */
export function stopSound(): void {
  audio?.pause()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSound = (jobId: string): SoundState | undefined =>
  useSyncExternalStore(subscribe, () => (current?.jobId === jobId ? current.state : undefined))
