import { t } from '../../../lib/language/words.ts'
import { Progress } from '../../../ui/data/progress.tsx'
import { Caption, Stack } from '../../../ui/layout/text.tsx'

export const percentOf = (share: number): number => Math.floor(share * 100)

/** A file on its way to the server, which then reads it. @param sent the share of it that is sent, from 0 to 1 */
export const FileProgress = ({ sent }: { sent: number }) => (
  <Stack $gap={6}>
    <Caption role="status">{sent < 1 ? t('Sending the file') : t('Reading its chapters')}</Caption>
    <Progress status="processing" percent={percentOf(sent)} />
  </Stack>
)
