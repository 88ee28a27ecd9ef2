import { useMutation } from '@tanstack/react-query'
import type { Blend } from '@utter/contracts/http/own-voices'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError, sentenceOf } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { Row, Stack } from '../../ui/layout/text.tsx'
import { stopSound, toggleSound, useSound } from '../player/shared-sound.ts'

/** A sentence in a blend, as an address within this page. */
async function sampleOf(blend: Blend): Promise<string> {
  const response = await fetch('/api/voices/mine/sample', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blend }),
  })
  if (response.ok) return URL.createObjectURL(await response.blob())
  throw new HttpError(response.status, await response.text(), response.statusText, response.headers.get('retry-after'))
}

/** Each blend is asked for once, as long as the button is there. @param children beside it */
export function HearButton({ blend, children }: { blend: Blend; children?: ReactNode }) {
  const key = `blend ${JSON.stringify(blend)}`
  const urls = useRef(new Map<string, string>())
  const countdown = useCountdown()
  const state = useSound(key)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (asked: Blend) => urls.current.get(key) ?? (await sampleOf(asked)),
    onSuccess: (url) => {
      urls.current.set(key, url)
      void toggleSound({ key, url })
    },
    onError: (refused) => {
      if (refused instanceof HttpError && refused.retryAfterSeconds) countdown.start(refused.retryAfterSeconds)
    },
  })
  useEffect(() => {
    const made = urls.current
    return () => {
      stopSound()
      for (const url of made.values()) URL.revokeObjectURL(url)
    }
  }, [])
  // A refusal is about the blend that was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other blend.
  useEffect(reset, [key])
  const icon = { size: 14, strokeWidth: 1.75, fill: 'currentColor', 'aria-hidden': true }
  const isWaiting = countdown.secondsLeft > 0
  return (
    <Stack $gap={12}>
      <Row>
        <Button isSmall isBusy={isPending} disabled={isWaiting} onClick={() => mutate(blend)}>
          {!isPending && (state ? <Pause {...icon} /> : <Play {...icon} />)}
          {isWaiting ? `Try again in ${countdown.secondsLeft} s` : state && !isPending ? 'Pause' : 'Hear it'}
        </Button>
        {children}
      </Row>
      {error && <FormAlert>{sentenceOf(error, 'The blend could not be spoken')}</FormAlert>}
    </Stack>
  )
}
