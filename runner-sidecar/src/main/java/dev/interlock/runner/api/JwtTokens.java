package dev.interlock.runner.api;

import dev.interlock.runner.operation.EndUser;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// End-user tokens as JSON Web Tokens, verified by the keys of a file: signature with an asymmetric
/// algorithm, issuer, audience, expiry. The file is read anew when it has changed. Source: RFC 8725
/// §3.1 (algorithms), RFC 7519 §4.1.
public final class JwtTokens implements EndUserTokens {
  private static final Set<String> ALGORITHMS =
      Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA");
  private static final int LEEWAY_SECONDS = 30;
  private static final int MAX_LENGTH = 16 * 1024;

  private final Vertx vertx;
  private final Path jwks;
  private final String issuer;
  private final String audience;
  private @Nullable String loaded;
  private @Nullable JWTAuth verifier;

  /// @param jwks a JSON Web Key Set
  /// @param issuer what `iss` must be
  /// @param audience what `aud` must hold
  public JwtTokens(Vertx vertx, Path jwks, String issuer, String audience) {
    this.vertx = vertx;
    this.jwks = jwks;
    this.issuer = issuer;
    this.audience = audience;
  }

  @Override
  public EndUser verify(String token) {
    if (token.length() > MAX_LENGTH || !ALGORITHMS.contains(algorithm(token))) {
      throw new RefusedException("the end-user token is not one signed by an accepted algorithm");
    }
    try {
      var user = verifier().authenticate(new TokenCredentials(token)).await();
      var claims = user.principal().copy().mergeIn(user.attributes().getJsonObject("accessToken"));
      claims.remove("access_token");
      var subject = claims.getString("sub");
      if (subject == null || subject.isBlank()) {
        throw new RefusedException("the end-user token names no subject");
      }
      return new EndUser(subject, claims.encode());
    } catch (IOException e) {
      throw new RefusedException("the keys for end-user tokens cannot be read from " + jwks);
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RefusedException("the end-user token does not verify");
    }
  }

  private static String algorithm(String token) {
    try {
      var header = token.substring(0, Math.max(0, token.indexOf('.')));
      var json = new String(Base64.getUrlDecoder().decode(header), StandardCharsets.UTF_8);
      return new JsonObject(json).getString("alg", "");
    } catch (RuntimeException e) {
      return "";
    }
  }

  private synchronized JWTAuth verifier() throws IOException {
    var text = Files.readString(jwks);
    if (verifier == null || !text.equals(loaded)) {
      var options =
          new JWTAuthOptions()
              .setJWTOptions(
                  new JWTOptions()
                      .setIssuer(issuer)
                      .addAudience(audience)
                      .setLeeway(LEEWAY_SECONDS));
      JsonArray keys = new JsonObject(text).getJsonArray("keys", new JsonArray());
      keys.forEach(key -> options.addJwk((JsonObject) key));
      verifier = JWTAuth.create(vertx, options);
      loaded = text;
    }
    return verifier;
  }
}
