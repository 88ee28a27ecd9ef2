import { t } from '../../lib/language/words.ts'
import { Button, type ButtonProps } from './button.tsx'

interface SubmitButtonProps extends ButtonProps {
  busyText: string
  /** Seconds of a wait that the server named; the button counts them down. */
  secondsLeft: number
}

/** The one primary button of a form. */
export function SubmitButton({ isBusy = false, busyText, secondsLeft, children, ...rest }: SubmitButtonProps) {
  const isWaiting = secondsLeft > 0
  return (
    <Button type="submit" look="primary" isBusy={isBusy} disabled={isWaiting} {...rest}>
      {isBusy ? busyText : isWaiting ? t('Try again in {seconds} s', { seconds: secondsLeft }) : children}
    </Button>
  )
}
