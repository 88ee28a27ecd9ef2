import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError } from '../../lib/server/http.ts'
import { stopSound, toggleSound } from './shared-sound.ts'

/** A sound that the server makes of a body, for nobody else. `key` names it among all sounds of the page. */
export interface MadeSample {
  key: string
  path: string
  body: unknown
}

export const madeSample = (path: string, body: unknown): MadeSample => ({
  key: `${path} ${JSON.stringify(body)}`,
  path,
  body,
})

/** The sample, as an address within this page. */
async function addressOf({ path, body }: MadeSample): Promise<string> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return URL.createObjectURL(await response.blob())
  throw new HttpError(response.status, await response.text(), response.statusText, response.headers.get('retry-after'))
}

export type MadeSamples = ReturnType<typeof useMadeSamples>

/** Samples that are asked for once each, as long as the part that plays them is there. The sample that was asked for last is played. */
export function useMadeSamples({ onRefused }: { onRefused?: (error: unknown) => void } = {}) {
  const urls = useRef(new Map<string, string>())
  const last = useRef<string>(undefined)
  const countdown = useCountdown()
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (sample: MadeSample) => urls.current.get(sample.key) ?? (await addressOf(sample)),
    onSuccess: (url, { key }) => {
      urls.current.set(key, url)
      if (last.current === key) void toggleSound({ key, url })
    },
    onError: (refused) => {
      if (refused instanceof HttpError && refused.retryAfterSeconds) countdown.start(refused.retryAfterSeconds)
      onRefused?.(refused)
    },
  })
  useEffect(() => {
    const made = urls.current
    return () => {
      last.current = undefined
      stopSound()
      for (const url of made.values()) URL.revokeObjectURL(url)
    }
  }, [])
  return {
    hear: (sample: MadeSample) => {
      last.current = sample.key
      mutate(sample)
    },
    isPending: (key: string) => isPending && variables.key === key,
    secondsLeft: countdown.secondsLeft,
    error,
    reset,
  }
}
