import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { NewPasswordFields, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { PasswordStrength } from '../password/password-strength.tsx'
import { captchaQuery, register } from '../queries.ts'
import { onlyDigits, type RegisterInput, registerProblems } from '../rules.ts'

function readInput(form: HTMLFormElement): RegisterInput {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    phone: onlyDigits(text('phone')),
    password: text('password'),
    confirmation: text('confirmation'),
  }
}

/** Creates the account and opens its session. A refused registration has spent its captcha, so the next needs another. */
function useRegister(reportErrors: (errors: { email?: string; password?: string }) => void) {
  const [token, setToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const registration = useMutation({
    mutationFn: register,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Cadastro realizado com sucesso!' })
    },
    onError(error) {
      if (hasCode(error, 'EMAIL_TAKEN')) reportErrors({ email: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
      if (hasCode(error, 'WEAK_PASSWORD', 'INVALID_INPUT')) return
      setToken(undefined)
      setCaptchaRound((round) => round + 1)
    },
  })
  return { registration, token, setToken, captchaRound }
}

/** What no single field is to blame for. */
function alertOf(error: unknown) {
  if (!error || hasCode(error, 'EMAIL_TAKEN', 'WEAK_PASSWORD')) return undefined
  return errorText(error, 'Erro ao criar conta')
}

function RegisterFields({ errors }: { errors: Partial<Record<keyof RegisterInput, string>> }) {
  return (
    <>
      <TextField label="Nome" name="name" autoComplete="name" maxLength={120} error={errors.name} />
      <TextField label="E-mail" name="email" type="email" autoComplete="email" error={errors.email} />
      <PhoneField label="Telefone (opcional)" name="phone" autoComplete="tel-national" error={errors.phone} />
      <NewPasswordFields
        password={{ label: 'Senha', name: 'password', error: errors.password }}
        confirmation={{ label: 'Confirmar senha', name: 'confirmation', error: errors.confirmation }}
        strength={(password) => <PasswordStrength password={password} />}
      />
    </>
  )
}

function listProblems(input: RegisterInput, isSolved: boolean) {
  return { ...registerProblems(input), captcha: isSolved ? undefined : 'Complete o captcha para continuar.' }
}

export function RegisterForm() {
  const { form, errors, reportErrors, clearError, handleInput } = useFormErrors<keyof RegisterInput | 'captcha'>()
  const { data: captcha } = useQuery(captchaQuery)
  const { registration, token, setToken, captchaRound } = useRegister(reportErrors)

  function handleCaptcha(solved: string | undefined) {
    setToken(solved)
    if (solved) clearError('captcha')
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = readInput(event.currentTarget)
    const isSolved = captcha?.provider === 'off' || token !== undefined
    if (registration.isPending || !reportErrors(listProblems(input, isSolved))) return
    const { name, email, phone, password } = input
    const proof = { recaptchaToken: token, acceptedTerms: TERMS_VERSION } as const
    registration.mutate({ name, email, password, phone: phone || undefined, ...proof })
  }

  return (
    // By post, so that a password typed before the page came alive never lands in an address.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="flex flex-col gap-4"
    >
      <RegisterFields errors={errors} />
      <CaptchaField key={captchaRound} onChange={handleCaptcha} error={errors.captcha} />
      <FormAlert>{alertOf(registration.error)}</FormAlert>
      <Button type="submit" size="large" isWide isBusy={registration.isPending}>
        Cadastrar
      </Button>
    </form>
  )
}
