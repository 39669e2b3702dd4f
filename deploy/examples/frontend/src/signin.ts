// Sign in with Sekigahara: OAuth 2.1, authorization code with PKCE. The page needs no server and no secret.

interface Begun {
  site: string;
  client: string;
  state: string;
  verifier: string;
}

interface Given {
  access_token: string;
  refresh_token: string;
}

const BEGUN = "sign-in";

/** Where people are sent back to: this page, as it is registered at /me/apps/. */
const here = () => location.origin + location.pathname;

/** Lead to the service, which asks the person whether this page may act for them. */
export async function begin(site: string, client: string): Promise<void> {
  const begun: Begun = { site, client, state: random(), verifier: random() };
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(begun.verifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: here(),
    scope: "games:play",
    state: begun.state,
    code_challenge: inBase64(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${site}/oauth/authorize/?${query}`);
}

/** What the person answered, if they have just come back. An answer to somebody else's question is refused. */
export async function finish(): Promise<Access | undefined> {
  const told = new URLSearchParams(location.search);
  const kept = sessionStorage.getItem(BEGUN);
  if (!told.has("state") || kept === null) {
    return undefined;
  }
  sessionStorage.removeItem(BEGUN);
  history.replaceState(null, "", here());
  const begun = JSON.parse(kept) as Begun;
  if (told.get("state") !== begun.state || told.get("iss") !== begun.site) {
    throw new Error("This is no answer to our question.");
  }
  const code = told.get("code");
  if (code === null) {
    throw new Error(`You have not signed in: ${told.get("error")}.`);
  }
  const form = { grant_type: "authorization_code", code, redirect_uri: here(), code_verifier: begun.verifier };
  return new Access(begun.site, begun.client, await ask(begun.site, begun.client, form));
}

/** The tokens of a person who has signed in. They live as long as this page is open. */
export class Access {
  #renewing: Promise<string> | undefined;

  constructor(readonly site: string, readonly client: string, private given: Given) {}

  get token(): string {
    return this.given.access_token;
  }

  /** Get a new token for one that has expired. The refresh token is used once, however many requests want it. */
  renew(): Promise<string> {
    this.#renewing ??= this.#renewed().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewed(): Promise<string> {
    const form = { grant_type: "refresh_token", refresh_token: this.given.refresh_token };
    this.given = await ask(this.site, this.client, form);
    return this.token;
  }
}

async function ask(site: string, client: string, form: Record<string, string>): Promise<Given> {
  const answer = await fetch(`${site}/oauth/token/`, {
    method: "POST",
    body: new URLSearchParams({ ...form, client_id: client }),
  });
  if (!answer.ok) {
    throw new Error("The service has ended this access: sign in again.");
  }
  return (await answer.json()) as Given;
}

const random = () => inBase64(crypto.getRandomValues(new Uint8Array(32)));

function inBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
