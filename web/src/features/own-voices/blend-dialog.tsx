import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type Blend, isBlendable, maxBlendVoices, NewBlend } from '@utter/contracts/http/own-voices'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import styled from 'styled-components'
import { checkedField } from '../../lib/checked-field.ts'
import { languageName } from '../../lib/format/language-name.ts'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Stack, Sub } from '../../ui/layout/text.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { HearButton } from '../player/hear-button.tsx'
import { madeSample } from '../player/use-made-samples.ts'
import { voicesQuery } from '../voices/queries.ts'
import { type BlendLanguage, byLanguage, firstBlend, shareOf, withAnother } from './blend-choice.ts'
import { BlendPartLine } from './blend-part-line.tsx'
import { useAddVoice } from './use-add-voice.ts'

interface BlendDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Mixes natural voices by ear, and keeps the blend as an own voice. */
export function BlendDialog({ isOpen, onClose }: BlendDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { data: voices } = useQuery(voicesQuery)
  const languages = byLanguage(voices?.filter(isBlendable) ?? [])
  const [first] = languages
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={t('Blend voices')}
      text={t('Up to four natural voices become one of your own. Nobody is imitated, and hearing it is free.')}
    >
      {first ? (
        <Mixer languages={languages} first={first} onBusy={setIsBusy} onClose={onClose} />
      ) : (
        <Sub>{t('This platform has no natural voices of its own that could be blended.')}</Sub>
      )}
    </Dialog>
  )
}

const Parts = styled.ul`
  display: grid;
  gap: 12px;
`

interface MixerProps {
  languages: BlendLanguage[]
  first: BlendLanguage
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

function Mixer({ languages, first, onBusy, onClose }: MixerProps) {
  const [tag, setTag] = useState(first.tag)
  const language = languages.find((one) => one.tag === tag) ?? first
  const form = useForm({ resolver: zodResolver(NewBlend), defaultValues: { name: '', blend: firstBlend(first) } })
  const blend = useWatch({ control: form.control, name: 'blend' })
  const change = (next: Blend) => form.setValue('blend', next)
  const add = useAddVoice({ form, onBusy, onClose })
  const isIn = (id: string) => blend.some(({ voiceId }) => voiceId === id)
  const canGrow = blend.length < Math.min(maxBlendVoices, language.voices.length)
  return (
    <DialogForm {...add.form}>
      {languages.length > 1 && (
        <Field label={t('Language')}>
          {(parts) => (
            <Select
              {...parts}
              value={tag}
              onChange={({ target }) => {
                const chosen = languages.find((one) => one.tag === target.value) ?? first
                setTag(chosen.tag)
                change(firstBlend(chosen))
              }}
            >
              {languages.map((one) => (
                <option key={one.tag} value={one.tag}>
                  {languageName(one.tag)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Stack $gap={12}>
        <Parts aria-label={t('Voices of the blend')}>
          {blend.map((part, index) => (
            <BlendPartLine
              // biome-ignore lint/suspicious/noArrayIndexKey: another voice in its place keeps the focus.
              key={index}
              part={part}
              share={shareOf(blend, part.weight)}
              voices={language.voices.filter(({ id }) => id === part.voiceId || !isIn(id))}
              onChange={(changed) => change(blend.with(index, changed))}
              onRemove={blend.length > 1 ? () => change(blend.toSpliced(index, 1)) : undefined}
            />
          ))}
        </Parts>
        <HearButton
          sample={madeSample('/api/voices/mine/sample', { blend })}
          failure={t('The blend could not be spoken')}
        >
          {canGrow && (
            <Button isSmall look="ghost" onClick={() => change(withAnother(blend, language))}>
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
              {t('Add voice')}
            </Button>
          )}
        </HearButton>
      </Stack>
      <Field label={t('Name')} error={form.formState.errors.name?.message}>
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'name')} />}
      </Field>
      <DialogFoot onCancel={onClose} act={t('Save voice')} busyText={t('Saving...')} state={add} refusal={add.alert} />
    </DialogForm>
  )
}
