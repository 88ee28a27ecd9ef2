import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { saveCsv } from './save-csv.ts'

export function CsvButton() {
  const countdown = useCountdown()
  const { mutate, isPending } = useMutation({
    mutationFn: saveCsv,
    onError: (error) => {
      toastRefusal(error, 'Unable to download the usage')
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
    },
  })
  const { secondsLeft } = countdown
  return (
    <Button look="ghost" isSmall isBusy={isPending} disabled={secondsLeft > 0} onClick={() => mutate()}>
      {!isPending && <Download size={14} strokeWidth={1.75} aria-hidden="true" />}
      {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : 'Download CSV'}
    </Button>
  )
}
