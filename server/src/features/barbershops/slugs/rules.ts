import { isSlug, SLUG_LENGTH, toSlug } from '@na-regua/contract/slugs'

/**
 * First segments of every path of the product and of those it may get, in both languages, and names that would look like the product's
 * own. A test compares it with the routes of the web and of the server.
 */
const reservedSlugs: ReadonlySet<string> = new Set(
  `
  about account accounts acesso adicionar admin admins agenda agendamento agendamentos agendar ajuda alerta alertas
  amp analytics anuncie anuncios api apis app apple appointment appointments apps area arquivo arquivos artigo artigos
  assets assinar assinatura assinaturas atendimento atendimentos auth avaliacao avaliacoes avatar avatars aviso avisos
  backup barba barbearia barbearias barbeiro barbeiros barber barbers barbershop barbershops become-owner beta blog
  book booking bookings botao botoes busca buscar cadastrar cadastro caixa calendar calendario callback campanha campanhas
  cancelar captcha card careers carreiras cartao cartaz categoria categorias cdn central chat checkout cidade cidades
  client cliente clientes clients codigo comanda comandas combo combos como-funciona compra comprar config
  configuracao configuracoes confirmar conta contact contas contato convidar convite convites cookies corte cortes
  criar cupom cupons customer customers dados dashboard data debug demo descadastrar desconto descontos desfazer-email
  desfazer-exclusao destaque destaques dev developer developers dia docs documentacao dono donos download downloads
  embed empresa english entrar equipe erro error errors espera estado estados eventos explorar explore export exportar
  f faq favicon favorite favorites favorito favoritos feed fidelidade fila filiais filial financeiro font fonts forgot
  foto fotos ganhos gerente google grafico graphql guia guias health healthz help hoje home horario horarios icon
  icons image imagens images img import importacao importar imprensa inbox index indicar info inicio instagram
  integracao integracoes internal invite invites job jobs juridico legal lembrete lembretes lgpd link links lista
  listas live livez local localizacao login logo logout logs loja lojas mail manifest map mapa mapas maps marca marcar
  media membership mensagem mensagens menu metrics meu-perfil meus-agendamentos mobile moderacao na-regua naregua negocio new
  news newsletter nota notas notificacao notificacoes notification notifications novidades novo novos null oauth
  obrigado oferta ofertas offers offline openapi order orders outbox owner owners pagamento pagamentos page pages
  pagina painel painel-da-loja parceiro parceiros partners password payment payments pedido pedidos perfil perfis perguntas pesquisa
  photos pix plan plano planos plans policies politica politicas pontos portfolio poster posters precos premium
  presente presentes press preview previews pricing privacidade privacy produto produtos professional profile
  profissional promocao promocoes public publicidade query readyz receita receitas recepcao recepcionista recibo
  recibos recuperar redirect regiao register registrar registro relatorio relatorios reserva reservar reservas reset
  resposta respostas review reviews robots rss sair salao saloes script scripts search secure security seguranca sell
  senha series service services servico servicos session sessions settings setup shop shops signin signout signup site
  sitemap sitemaps sobre socket staff static stats status stories story stripe style styles subscribe subscription
  subscriptions suporte support survey system tag tags team teams tema termos terms test teste testes tour
  trabalhe-conosco undefined unsubscribe update upload uploads user users usuario usuarios vaga vagas vale vales
  verificado verificar verify version video videos vip visita visitas wallet webhook webhooks well-known whatsapp
  widget widgets wiki www xml
  `
    .trim()
    .split(/\s+/),
)

/** Would look like the product's own page. */
function hasOwnName(slug: string): boolean {
  return /^na-?regua(-|$)/.test(slug)
}

/** Profane names, and names that imitate another business, are not detected. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug) || hasOwnName(slug)
}

const NUMBERED = 9

/** What a new barbershop may be called, best first: its name, with the neighbourhood, with the city, numbered, and with a random end. */
export function listSlugCandidates({
  name,
  neighborhood,
  city,
}: Record<'name' | 'neighborhood' | 'city', string>): string[] {
  const short = toSlug(name)
  const start = isSlug(short) && !hasOwnName(short) ? short : 'barbearia'
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${index + 2}`)
  const ends = ['', toSlug(neighborhood), toSlug(city), ...numbers, crypto.randomUUID().slice(0, 8)]
  return [...new Set(ends.map((end) => appendToSlug(start, end)))].filter(
    (slug) => isSlug(slug) && !isReservedSlug(slug),
  )
}

function appendToSlug(start: string, end: string): string {
  if (!end) return start
  const length = SLUG_LENGTH.max - Math.min(end.length, 20) - 1
  return `${start.slice(0, length).replace(/-+$/, '')}-${end.slice(0, 20).replace(/-+$/, '')}`
}
