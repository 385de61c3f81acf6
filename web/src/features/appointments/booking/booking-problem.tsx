import { paths } from '../../../app/paths.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The shop has nobody to cut or nothing to sell yet. */
export function IncompleteShop({ barbershopId }: { barbershopId: string }) {
  return (
    <Notice
      as="h1"
      title="Informações Incompletas"
      action={<ButtonLink to={paths.barbershop(barbershopId)}>Voltar para a barbearia</ButtonLink>}
    >
      Esta barbearia ainda não tem barbeiros ou serviços cadastrados para agendar por aqui.
    </Notice>
  )
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'BARBERSHOP_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT')) {
    const home = <ButtonLink to={paths.home()}>Voltar para início</ButtonLink>
    return <Notice as="h1" tone="error" title="Barbearia não encontrada." action={home} />
  }
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar informações. Tente novamente mais tarde."
      action={<Button onClick={onRetry}>Tentar novamente</Button>}
    />
  )
}
