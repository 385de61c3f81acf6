import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ApiResponseError, errorText, NetworkError } from '../lib/api-error.ts'
import { FieldFrame } from './field-frame.tsx'
import { FormAlert, SaveFailure } from './form.tsx'
import { ImageProblems } from './image-upload.tsx'
import { Notice } from './notice.tsx'
import { Sentences } from './sentences.tsx'
import { showToast } from './toast.tsx'
import { Toasts } from './toast-region.tsx'

afterEach(cleanup)

/** Fallbacks of section 8 of the specification. */
const fallbacks = [
  'Erro ao criar conta',
  'Erro interno do sistema',
  'Erro ao atualizar favoritos',
  'Erro ao criar agendamento',
  'Erro ao remarcar agendamento. Tente novamente.',
  'Erro ao enviar código de verificação. Tente novamente.',
  'Código inválido. Tente novamente.',
  'Erro ao carregar dados da barbearia',
  'Erro ao salvar. Tente novamente.',
  'Erro ao criar barbearia',
  'Erro ao atualizar especialidades',
  'Erro ao atualizar bio',
  'Erro ao fazer upload da imagem',
  'Erro ao remover imagem',
  'Erro ao definir imagem de capa',
  'Erro ao cancelar assinatura',
  'Erro ao ativar barbearia',
  'Erro ao desativar barbearia',
  'Erro ao atualizar status de destaque',
  'Erro ao remover barbeiro',
  'Erro ao enviar convite',
  'Erro ao confirmar',
  'Erro ao cancelar',
  'Erro ao finalizar',
  'Erro ao enviar avaliação',
  'Tente novamente',
  'Erro ao carregar agendamentos.',
  'Erro ao carregar planos. Por favor, tente novamente.',
  'Erro ao criar sessão de checkout. Por favor, tente novamente.',
  'Erro ao atualizar perfil',
  'Erro ao enviar código de verificação',
  'Código de verificação inválido',
  'Erro ao atualizar foto de perfil',
  'Erro ao atualizar senha',
]

const frames: [string, (text: string) => ReactElement][] = [
  ['an alert of a form', (text) => <FormAlert>{text}</FormAlert>],
  ['a failed save', (text) => <SaveFailure failure={text} isStale={false} reload={async () => {}} />],
  ['a notice', (text) => <Notice tone="error" title={text} />],
  [
    'a field',
    (text) => (
      <FieldFrame id="field" label="Campo" error={text}>
        <input id="field" />
      </FieldFrame>
    ),
  ],
  ['an upload', (text) => <ImageProblems problems={[{ text }]} />],
  ['a line of a page', (text) => <Sentences>{text}</Sentences>],
  [
    'a toast',
    (text) => {
      showToast({ tone: 'error', title: text })
      return <Toasts />
    },
  ],
]

test.each(frames)('%s shows every fallback as it is written, and why in an element of its own', (_, frame) => {
  for (const fallback of fallbacks) {
    for (const error of [new NetworkError('network'), new NetworkError('timeout')]) {
      render(frame(errorText(error, fallback)))
      expect(screen.getByText(fallback).textContent).toBe(fallback)
      expect(screen.getByText(error.hint).textContent).toBe(error.hint)
      cleanup()
    }
    render(frame(errorText(new ApiResponseError(500), fallback)))
    expect(screen.getByText(fallback).textContent).toBe(fallback)
    cleanup()
  }
})
