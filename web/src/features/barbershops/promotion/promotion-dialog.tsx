import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { isSlug, SLUG_LENGTH, slugsApi, toSlug } from '@na-regua/contract/slugs'
import { type ReactNode, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useSite } from '../../../lib/site.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { copyText } from '../../../ui/share-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type BarbershopDialogProps, useBarbershopEdit } from '../editing/edit-dialog.tsx'
import {
  type Addresses,
  addressesOf,
  buttonCode,
  google,
  instagram,
  listVerification,
  posters,
  toTypedSlug,
  withoutProtocol,
} from './rules.ts'

/** What an owner gives to customers: the address, posters, a button for other sites, and where to put them. */
export function PromotionDialog({ shop, ownPlan, onClose }: BarbershopDialogProps & { ownPlan: OwnPlan }) {
  const origin = useSite()?.publicUrl ?? window.location.origin
  const addresses = addressesOf(shop, origin)
  return (
    <FormDialog isOpen onClose={onClose} title="Divulgar" width="medium" isFullOnPhone>
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <div className="grid grid-cols-1 gap-7">
        <AddressSection shop={shop} addresses={addresses} canEdit={ownPlan.canEdit} />
        <PosterSection shop={shop} />
        {shop.slug && <ButtonSection addresses={addresses} slug={shop.slug} />}
        <GuideSection addresses={addresses} />
        <VerificationSection shop={shop} ownPlan={ownPlan} />
      </div>
    </FormDialog>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

type AddressSectionProps = { shop: OwnBarbershop; canEdit: boolean; addresses: Addresses }

function AddressSection({ shop, canEdit, addresses: { page, origin } }: AddressSectionProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Section title="Endereço da página">
      <p className="rounded-control bg-sunken px-3.5 py-3 font-semibold wrap-anywhere">{withoutProtocol(page)}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(page, 'Link copiado')}>
          <Icon name="copy" className="size-4.5" />
          Copiar link
        </Button>
        {!isEditing && (
          <Button variant="outline" disabled={!canEdit} onClick={() => setEditing(true)}>
            Mudar endereço
          </Button>
        )}
      </div>
      {isEditing && <AddressForm shop={shop} origin={origin} onClose={() => setEditing(false)} />}
    </Section>
  )
}

function AddressForm({ shop, origin, onClose }: { shop: OwnBarbershop; origin: string; onClose: () => void }) {
  const { draft, change, save, isSaving, failure } = useBarbershopEdit({
    shop,
    toDraft: ({ slug, name }) => slug ?? toSlug(name),
    // Of any version: the address is not part of the forms that two people may edit.
    send: (slug) => api(slugsApi.change, { params: { id: shop.id }, body: { slug } }),
    onSaved: onClose,
  })
  const hint = `De ${SLUG_LENGTH.min} a ${SLUG_LENGTH.max} letras sem acento, números e hífens. O endereço antigo continua levando à sua página.`
  return (
    <Form
      isBusy={isSaving}
      onSubmit={save}
      failure={failure}
      actions={<FormButtons isSaving={isSaving} onClose={onClose} isDisabled={!isSlug(draft)} />}
    >
      <UnsavedChanges draft={draft} />
      <TextField
        label={`Depois de ${withoutProtocol(origin)}/`}
        hint={hint}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SLUG_LENGTH.max}
        value={draft}
        onChange={({ target }) => change(() => toTypedSlug(target.value))}
      />
    </Form>
  )
}

type FormButtonsProps = { isSaving: boolean; isDisabled: boolean; onClose: () => void }

function FormButtons({ isSaving, isDisabled, onClose }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="outline" onClick={onClose}>
        Cancelar
      </Button>
      <Button type="submit" variant="ink" isBusy={isSaving} disabled={isDisabled}>
        {isSaving ? 'Salvando...' : 'Salvar endereço'}
      </Button>
    </div>
  )
}

function PosterSection({ shop }: { shop: OwnBarbershop }) {
  if (!shop.is_active)
    return (
      <Section title="Cartaz com QR code">
        <p className="text-mute">Ative a barbearia para baixar: o QR code leva à página, que agora não está no ar.</p>
      </Section>
    )
  return (
    <Section title="Cartaz com QR code">
      <ul className="grid grid-cols-1 gap-3">
        {posters.map(({ file, title, text, formats }) => (
          <li key={file} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-44 flex-1">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-mute">{text}</p>
            </div>
            <div className="flex gap-2">
              {formats.map((format) => (
                <a
                  key={format}
                  href={`/posters/${shop.id}/${file}.${format}`}
                  download
                  aria-label={`Baixar ${title} em ${format.toUpperCase()}`}
                  className={buttonClass({ variant: 'outline' })}
                >
                  <Icon name="download" className="size-4.5" />
                  {format.toUpperCase()}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex items-center gap-1 rounded-control bg-sunken pl-3.5">
      <code className="min-w-0 flex-1 overflow-x-auto py-3 text-sm whitespace-nowrap">{code}</code>
      <Button
        variant="ghost"
        className="shrink-0 px-3!"
        aria-label={label}
        onClick={() => void copyText(code, 'Código copiado')}
      >
        <Icon name="copy" className="size-4.5" />
      </Button>
    </div>
  )
}

function ButtonSection({ addresses: { origin, booking }, slug }: { addresses: Addresses; slug: string }) {
  return (
    <Section title="Botão Agendar no seu site">
      <p>Cole esta linha no fim da página. O botão fica no canto da tela e abre o agendamento em outra aba.</p>
      <CodeLine code={buttonCode(origin, slug)} label="Copiar código do botão" />
      <p className="text-sm text-mute">
        Se o site limita scripts (Content-Security-Policy), libere só <code>script-src {origin}</code>. Se não aceita
        scripts, use um link comum:
      </p>
      <CodeLine code={`<a href="${booking}">Agendar</a>`} label="Copiar código do link" />
    </Section>
  )
}

function GuideSection({ addresses: { page, booking } }: { addresses: Addresses }) {
  return (
    <Section title="Onde colocar o link">
      <Guide title="Instagram" steps={instagram} link={page} />
      <Guide title="Google (Perfil da Empresa)" steps={google} link={booking} />
    </Section>
  )
}

function Guide({ title, steps, link }: { title: string; steps: readonly string[]; link: string }) {
  return (
    <details className="rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3.5 font-semibold">
        {title}
        <Icon name="chevron-down" className="size-4.5 text-mute" />
      </summary>
      <div className="grid grid-cols-1 gap-3 px-3.5 pb-3.5">
        <ol className="grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CodeLine code={link} label={`Copiar link para ${title}`} />
      </div>
    </details>
  )
}

function VerificationSection({ shop, ownPlan }: { shop: OwnBarbershop; ownPlan: OwnPlan }) {
  const checks = listVerification(shop, ownPlan)
  return (
    <Section title="Selo Verificada">
      <p>
        {shop.is_verified
          ? 'Sua barbearia tem o selo. Ele sai se um destes pontos mudar.'
          : 'O sistema confere estes pontos a cada hora e dá o selo quando todos valem. Não pedimos documentos.'}
      </p>
      <ul className="grid gap-1.5">
        {checks.map(({ label, isDone }) => (
          <li key={label} className="flex items-start gap-2">
            <Icon
              name={isDone ? 'check' : 'clock'}
              className={isDone ? 'mt-0.5 size-5 text-green' : 'mt-0.5 size-5 text-mute'}
            />
            <span>
              <span className="sr-only">{isDone ? 'Feito: ' : 'Falta: '}</span>
              {label}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
