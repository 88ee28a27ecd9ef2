import { useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { Pause, Play } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/form/button.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'
import { changeKey, keyChanged } from './change-key.ts'

/** Pauses a key, or resumes it. */
export function PauseButton({ apiKey: { id, name, isPaused = false } }: { apiKey: ApiKeyView }) {
  const client = useQueryClient()
  const { write, isPending, secondsLeft } = useWrite({
    send: () => changeKey(id, { isPaused: !isPaused }),
    onDone: (changed) => {
      toast({ title: changed.isPaused ? t('Key paused') : t('Key resumed'), text: changed.name })
      return keyChanged(client, changed)
    },
    onRefused: (error) => toastRefusal(error, t('Failed to process request')),
    isRepeatable: true,
    fallback: t('Failed to process request'),
  })
  const Icon = isPaused ? Play : Pause
  return (
    <Button
      look="ghost"
      isSmall
      isIcon
      isBusy={isPending}
      disabled={secondsLeft > 0}
      aria-label={isPaused ? t('Resume {name}', { name }) : t('Pause {name}', { name })}
      onClick={() => write(undefined)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </Button>
  )
}
