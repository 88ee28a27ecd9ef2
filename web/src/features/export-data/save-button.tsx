import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'

interface SaveButtonProps {
  look: 'ghost' | 'secondary'
  /** Until the browser has the file. */
  save: () => Promise<void>
  /** Title of the toast when it fails. */
  failure: string
  children: string
}

/** A button that saves an answer as a file; a refusal with a time counts it down. */
export function SaveButton({ look, save, failure, children }: SaveButtonProps) {
  const countdown = useCountdown()
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) => {
      toastRefusal(error, failure)
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
    },
  })
  const { secondsLeft } = countdown
  return (
    <Button look={look} isSmall isBusy={isPending} disabled={secondsLeft > 0} onClick={() => mutate()}>
      {!isPending && <Download size={14} strokeWidth={1.75} aria-hidden="true" />}
      {secondsLeft > 0 ? t('Try again in {seconds} s', { seconds: secondsLeft }) : children}
    </Button>
  )
}
