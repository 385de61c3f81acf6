import type { ReportedPhoto } from '@na-regua/contract/review-photos'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/format.ts'
import { getSrcSet } from '../../lib/images.ts'
import { paths } from '../../lib/paths.ts'
import type { SignedLink } from '../../lib/signed-link.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { moderatePhoto, reportedPhotoQuery } from './queries.ts'

const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>

/** A reported photo, for the moderators. Opening it changes nothing. */
export function ModerationView({ link }: { link: SignedLink }) {
  const { data: photo, error } = useQuery(reportedPhotoQuery(link))
  const decision = useMutation({ mutationFn: moderatePhoto })
  if (decision.data) {
    const title = decision.data.isApproved ? 'A foto fica' : 'A foto foi tirada'
    const text = decision.data.isApproved
      ? 'Ela aparece para todos e não pode mais ser denunciada.'
      : 'Ela já não aparece para ninguém.'
    return (
      <Notice as="h1" icon="check" title={title} action={home}>
        {text}
      </Notice>
    )
  }
  if (error)
    return <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o link.')} action={home} />
  if (!photo) return <LoadingMessage>Abrindo a foto...</LoadingMessage>
  return (
    <section aria-labelledby="foto-denunciada" className="rounded-hero border border-line bg-card p-5 md:p-8">
      <h1 id="foto-denunciada" className="text-3xl">
        Foto denunciada
      </h1>
      <PhotoDetails photo={photo} />
      <FormAlert>{decision.error && errorText(decision.error, 'Não foi possível enviar. Tente novamente.')}</FormAlert>
      <div className="mt-6 grid gap-3 sm:flex">
        <Button
          size="large"
          isBusy={decision.isPending}
          onClick={() => decision.mutate({ ...link, decision: 'remove' })}
        >
          Tirar a foto
        </Button>
        <Button
          variant="outline"
          size="large"
          isBusy={decision.isPending}
          onClick={() => decision.mutate({ ...link, decision: 'approve' })}
        >
          Manter a foto
        </Button>
      </div>
    </section>
  )
}

function stateOf({ isApproved, isHidden }: ReportedPhoto) {
  if (isApproved) return 'Já foi conferida e fica.'
  return isHidden ? 'Está escondida até a decisão.' : 'Continua à vista até a decisão.'
}

function PhotoDetails({ photo }: { photo: ReportedPhoto }) {
  const { url, barbershopName, comment, reports } = photo
  return (
    <>
      <p className="mt-2 text-mute">
        Em uma avaliação da {barbershopName}. {stateOf(photo)}
      </p>
      <img
        src={url}
        srcSet={getSrcSet(url)}
        sizes="(min-width: 42rem) 38rem, 100vw"
        alt=""
        className="mt-5 w-full rounded-control border border-line bg-sunken"
      />
      {comment && <p className="wrap-anywhere mt-4 whitespace-pre-line">“{comment}”</p>}
      <h2 className="mt-6 text-lg">{formatCount(reports.length, 'denúncia', 'denúncias')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {reports.map(({ reason, reportedAt, isOfBarbershop }) => (
          <li key={reportedAt + reason} className="wrap-anywhere py-3">
            {reason}
            {isOfBarbershop && <span className="block text-sm text-mute">De quem trabalha na barbearia</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
