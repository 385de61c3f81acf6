import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormAlert } from './form-alert.tsx'
import { PasswordField } from './password-field.tsx'
import type { usePasswordProof } from './use-password-proof.ts'

type PartingDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What happens then, said before it does. */
  consequences: readonly string[]
  action: string
  hasPassword: boolean
  proof: Pick<ReturnType<typeof usePasswordProof>, 'fields' | 'handleSubmit'>
  isBusy: boolean
  failure: string | undefined
  /** Choices above the password. */
  children?: ReactNode
}

/** The last word before something ends for good. */
export function AsyncConfirmDialog({ title, consequences, action, proof, ...props }: PartingDialogProps) {
  const formId = useId()
  const { fields, handleSubmit } = proof
  const footer = (
    <>
      <Button variant="outline" onClick={props.onClose}>
        Voltar
      </Button>
      <Button type="submit" form={formId} isBusy={props.isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={title} footer={footer}>
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <form
        id={formId}
        ref={fields.form}
        method="post"
        noValidate
        onSubmit={handleSubmit}
        onInput={fields.handleInput}
        className="mt-5 grid gap-4"
      >
        {props.children}
        {props.hasPassword && <PasswordField label="Sua senha" name="password" error={fields.errors.password} />}
        <FormAlert>{props.failure}</FormAlert>
      </form>
    </Dialog>
  )
}
