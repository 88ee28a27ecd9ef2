import { t } from '../../lib/language/words.ts'
import { HttpError, sentenceOf } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'

interface NoDetailsProps {
  /** Null while the job is on its way. */
  error: Error | null
  onRetry: () => void
}

/** In place of a job that is on its way, that is not there, or that could not be read. */
export function NoDetails({ error, onRetry }: NoDetailsProps) {
  if (!error) {
    return (
      <Stack $gap={24} aria-busy="true">
        <Skeleton $height={40} />
        <Skeleton $height={48} />
        <Skeleton $height={160} />
      </Stack>
    )
  }
  if (error instanceof HttpError && error.status === 404)
    return (
      <EmptyState title={t('Job not found')} text={t('It may have been deleted, or it belongs to another account.')} />
    )
  return (
    <EmptyState
      title={t('The job could not be read')}
      text={sentenceOf(error, t('Failed to process request'))}
      action={<Button onClick={onRetry}>{t('Try again')}</Button>}
    />
  )
}
