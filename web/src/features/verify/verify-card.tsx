import { useMutation } from '@tanstack/react-query'
import { FileAudio } from 'lucide-react'
import { useRef, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Progress } from '../../ui/data/progress.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DropZone } from '../../ui/form/drop-zone.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { Caption, Stack } from '../../ui/layout/text.tsx'
import { Verdict } from './verdict.tsx'
import { maxVerifiedText, sentenceOfFault, verifiedTypes, verifyFile } from './verify-file.ts'

const Ways = styled.div`
  margin-top: 16px;
`

/** A file to drop or choose, and the answer about it. */
export function VerifyCard() {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState(0)
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (file: File) => verifyFile(file, { onProgress: setSent }),
  })
  const isAnswered = isPending || Boolean(error) || data !== undefined
  const take = (file: File) => {
    if (isPending) return
    setSent(0)
    mutate(file)
  }
  return (
    <Card aria-labelledby="verify-title">
      <DropZone onFile={take}>
        <h2 id="verify-title">{t('Drop a file here')}</h2>
        <p>{t('An mp3 of up to {max}, or a receipt. It is read once and never kept.', { max: maxVerifiedText })}</p>
        <Ways>
          <Button onClick={() => input.current?.click()} disabled={isPending}>
            <FileAudio size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('Choose a file')}
          </Button>
        </Ways>
        <input
          ref={input}
          type="file"
          accept={verifiedTypes}
          aria-label={t('File to verify')}
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) take(chosen)
            // The same file again is a choice too.
            target.value = ''
          }}
        />
      </DropZone>
      <div aria-live="polite">
        {isAnswered && (
          <CardBody>
            {isPending && (
              <Stack $gap={6}>
                <Caption role="status">{sent < 1 ? t('Sending the file') : t('Looking at it')}</Caption>
                <Progress status="processing" percent={Math.floor(sent * 100)} />
              </Stack>
            )}
            {error && <FormAlert>{sentenceOfFault(error)}</FormAlert>}
            {data && <Verdict verdict={data} name={variables?.name ?? ''} />}
          </CardBody>
        )}
      </div>
    </Card>
  )
}
