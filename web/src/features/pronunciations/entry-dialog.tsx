import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Pronunciation } from '@utter/contracts/http/pronunciations'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { checkedField } from '../../lib/checked-field.ts'
import { languageName } from '../../lib/format/language-name.ts'
import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { CheckLine } from '../../ui/form/check-line.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { HearButton } from '../player/hear-button.tsx'
import { useFormWrite } from '../session/use-write.ts'
import { voicesQuery } from '../voices/queries.ts'
import { entrySample, isSame, type ListEntry, useChangeList } from './queries.ts'

interface EntryDialogProps {
  /** Absent: a new one. */
  entry: ListEntry | undefined
  isOpen: boolean
  onClose: () => void
}

export function EntryDialog({ entry, isOpen, onClose }: EntryDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={entry ? t('Change a pronunciation') : t('Add a pronunciation')}
      text={t('It holds for each text that is submitted from now on.')}
    >
      <EntryForm entry={entry} onBusy={setIsBusy} onClose={onClose} />
    </Dialog>
  )
}

interface EntryFormProps {
  entry: ListEntry | undefined
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

/** The server's word for none in particular. */
const everyLanguage = 'auto'
const usual = { from: '', to: '', caseSensitive: false, wholeWord: true }

function EntryForm({ entry, onBusy, onClose }: EntryFormProps) {
  const changeList = useChangeList()
  const { data: voices } = useQuery(voicesQuery)
  const languages = [...new Set([...(voices ?? []).flatMap((voice) => voice.languages), entry?.language ?? []].flat())]
  const form = useForm({
    resolver: zodResolver(Pronunciation),
    defaultValues: { language: everyLanguage, ...usual, ...entry },
  })
  const save = useFormWrite({
    form,
    send: async (next: Pronunciation) => {
      onBusy(true)
      const change = (entries: ListEntry[]) => {
        const at = entry ? entries.findIndex((one) => isSame(one, entry)) : -1
        return at < 0 ? [...entries, next] : entries.with(at, { ...usual, ...next } as ListEntry)
      }
      return changeList(change).finally(() => onBusy(false))
    },
    onDone: () => {
      toast({ title: t('Pronunciation saved'), text: form.getValues('from') })
      onClose()
    },
    fallback: t('Failed to process request'),
  })
  const { errors } = form.formState
  const heard = Pronunciation.safeParse(useWatch({ control: form.control })).data
  return (
    <DialogForm {...save.form}>
      <Field label={t('As it is written')} error={told(errors.from?.message)}>
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'from')} />}
      </Field>
      <Field
        label={t('As it is spoken')}
        hint={t('In letters that a voice reads so: sequel, oo-ter')}
        error={told(errors.to?.message)}
      >
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'to')} />}
      </Field>
      <Field label={t('Language of the voice')} error={errors.language?.message}>
        {(parts) => (
          <Select {...parts} {...checkedField(form, 'language')}>
            <option value={everyLanguage}>{t('Every language')}</option>
            {languages.toSorted(byName).map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <HearButton
        sample={heard && entrySample(heard)}
        onIncomplete={() => form.trigger()}
        failure={t('The word could not be spoken')}
      >
        <Caption>{t('Free, in the default voice or one of the language.')}</Caption>
      </HearButton>
      <div>
        <CheckLine>
          <input type="checkbox" {...form.register('wholeWord')} />
          {t('Only as a whole word')}
        </CheckLine>
        <CheckLine>
          <input type="checkbox" {...form.register('caseSensitive')} />
          {t('Only in this case: SQL, but not sql')}
        </CheckLine>
      </div>
      <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={save} refusal={save.alert} />
    </DialogForm>
  )
}

const byName = (one: string, other: string) => languageName(one).localeCompare(languageName(other))

/** The sentence about a field of the API, in the words of this form. */
const told = (sentence: string | undefined) =>
  sentence?.replace(/^from\b/, 'The written form').replace(/^to\b/, 'The spoken form')
