import {
  defaultOutreachTexts,
  findOutreachTextProblem,
  type OutreachPurpose,
  placeholdersOf,
} from '@na-regua/contract/outreach'
import { MAX_OUTREACH_TEXT } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { saveOutreachText } from './queries.ts'

type TextDialogProps = { barbershopId: string; purpose: OutreachPurpose; text: string; onClose: () => void }

/** The barbershop's own words. What stands in braces is the customer's. */
export function TextDialog({ barbershopId, purpose, text: saved, onClose }: TextDialogProps) {
  const client = useQueryClient()
  const [text, setText] = useState(saved)
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: () => {
      const isDefault = text === defaultOutreachTexts[purpose]
      return saveOutreachText({ barbershopId, purpose, text: isDefault ? null : text })
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['outreach', barbershopId] })
      showToast({ tone: 'success', title: 'Texto salvo' })
      onClose()
    },
  })
  function handleSubmit() {
    const found = findOutreachTextProblem(purpose, text)
    setProblem(found)
    if (!found) save.mutate()
  }
  return (
    <FormDialog isOpen title="Texto da mensagem" onClose={onClose}>
      <Form
        isBusy={save.isPending}
        onSubmit={handleSubmit}
        submit="Salvar texto"
        failure={save.error && errorText(save.error, 'Não foi possível salvar. Tente novamente.')}
      >
        <UnsavedChanges draft={text} />
        <TextArea
          label="Mensagem"
          hint={`Entram sozinhos: ${placeholdersOf[purpose].map((name) => `{${name}}`).join(', ')}`}
          error={problem}
          rows={6}
          maxLength={MAX_OUTREACH_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {text !== defaultOutreachTexts[purpose] && (
          <Button variant="ghost" className="justify-self-start" onClick={() => setText(defaultOutreachTexts[purpose])}>
            Voltar ao texto original
          </Button>
        )}
      </Form>
    </FormDialog>
  )
}
